#include "program_start.h"
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static uint64_t monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

int program_start(const char *path, const char *argument, program_start_result *result) {
    char *const arguments[] = {(char *)path, (char *)argument, 0};
    posix_spawn_file_actions_t actions;
    struct rusage usage;
    pid_t process;
    int status = -1;
    if (posix_spawn_file_actions_init(&actions)) return -1;
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    uint64_t start = monotonic_nanoseconds();
    int failure = posix_spawn(&process, path, &actions, 0, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failure || wait4(process, &status, 0, &usage) != process || status) return -1;
    result->nanoseconds = monotonic_nanoseconds() - start;
    result->user = seconds(usage.ru_utime);
    result->system = seconds(usage.ru_stime);
    return 0;
}
