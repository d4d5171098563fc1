// Starts a program and measures it.
#pragma once

#include <stdint.h>

typedef struct {
    // From the start to the end of the process.
    uint64_t nanoseconds;
    // CPU time, in seconds.
    double user;
    double system;
} program_start_result;

// Runs the program with one argument and discards its output; 0, or -1 if it cannot be started or fails.
int program_start(
    const char *_Nonnull path, const char *_Nonnull argument, program_start_result *_Nonnull result);
