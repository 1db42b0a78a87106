# cmake --install: headers, the libraries, the command with its scenarios, viewer, manual page and completions, pkg-config
# files and a CMake package.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/wend)
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(DIRECTORY include/wend DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(TARGETS wend wend_static wend_measure wend_measure_static EXPORT wend)
install(EXPORT wend NAMESPACE wend:: FILE wend-targets.cmake DESTINATION ${package_dir})
install(TARGETS wend_command)
install(DIRECTORY scenarios/ DESTINATION ${CMAKE_INSTALL_DATADIR}/wend/scenarios PATTERN "*.[ch]" EXCLUDE)
install(DIRECTORY studies/ DESTINATION ${CMAKE_INSTALL_DATADIR}/wend/studies PATTERN "*.journal" EXCLUDE)

# The viewer, if it was built (./wend component viewer).
install(DIRECTORY ${PROJECT_SOURCE_DIR}/build/viewer/ DESTINATION ${CMAKE_INSTALL_DATADIR}/wend/viewer OPTIONAL
        FILES_MATCHING PATTERN "*.html" PATTERN "*.js" PATTERN "*.css" PATTERN "shots" EXCLUDE)

# The command itself prints them from its tables.
set(printed ${PROJECT_BINARY_DIR}/printed)
file(MAKE_DIRECTORY ${printed})
add_custom_command(
    TARGET wend_command POST_BUILD
    COMMAND wend_command help --man > ${printed}/wend.1
    COMMAND wend_command completion bash > ${printed}/wend
    COMMAND wend_command completion zsh > ${printed}/_wend
    VERBATIM)
install(FILES ${printed}/wend.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${printed}/wend DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${printed}/_wend DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)

install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(script/wend-config.cmake.in wend-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(wend-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/wend-config.cmake ${PROJECT_BINARY_DIR}/wend-config-version.cmake
        DESTINATION ${package_dir})

# The prefix is relative to the file itself, so that an installed tree may be moved.
file(RELATIVE_PATH pkgconfig_to_prefix /${pkgconfig_dir} /)
foreach(library wend wend-measure)
    configure_file(script/${library}.pc.in ${library}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${library}.pc DESTINATION ${pkgconfig_dir})
endforeach()
