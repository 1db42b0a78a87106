// Whether this build has a sanitizer for addresses or threads.
#ifndef SANITIZED_H
#define SANITIZED_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

// How many of some seeds, or of other trials that are much alike, are made: with a sanitizer, which takes many times as
// long, the first one.
#ifdef SANITIZED
#define TRIALS(all) 1
#else
#define TRIALS(all) (all)
#endif

#endif
