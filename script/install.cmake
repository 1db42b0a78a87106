# cmake --install: headers, both libraries, the command, a pkg-config file and a CMake package.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/wend)
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(DIRECTORY include/wend DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(TARGETS wend wend_static EXPORT wend)
install(EXPORT wend NAMESPACE wend:: FILE wend-targets.cmake DESTINATION ${package_dir})
install(TARGETS wend_command)
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(script/wend-config.cmake.in wend-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(wend-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/wend-config.cmake ${PROJECT_BINARY_DIR}/wend-config-version.cmake
        DESTINATION ${package_dir})

# The prefix is relative to the file itself, so that an installed tree may be moved.
file(RELATIVE_PATH pkgconfig_to_prefix /${pkgconfig_dir} /)
configure_file(script/wend.pc.in wend.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/wend.pc DESTINATION ${pkgconfig_dir})
