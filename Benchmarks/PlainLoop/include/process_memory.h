// Functions missing in Swift's module of the C library.
#pragma once

#include <stddef.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

// Returns free memory of the process to the system, if the C library supports that.
static inline void give_back_memory(void) {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}
