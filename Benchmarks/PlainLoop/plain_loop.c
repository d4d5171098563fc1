#include "plain_loop.h"
#include "loops.h"
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static int run(struct work *work, plain_loop_kind kind) {
    *work->result = (plain_loop_result){0};
    int status = -1;
    if (work_open(work)) status = kind == PLAIN_LOOP_EPOLL ? run_with_epoll(work) : run_with_poll(work);
    work_close(work);
    return status;
}

int plain_loop_get(
    const char *url, size_t length, size_t total, size_t concurrency, plain_loop_kind kind, plain_loop_result *result) {
    struct work work = {
        .url = url, .length = length, .total = total, .concurrency = concurrency, .result = result};
    return run(&work, kind);
}

int plain_loop_download(const char *url, size_t length, plain_loop_kind kind, plain_loop_result *result) {
    struct work work = {
        .url = url, .length = length, .total = 1, .concurrency = 1, .is_streamed = true, .result = result};
    return run(&work, kind);
}

int plain_loop_download_file(
    const char *url, size_t length, const char *path, plain_loop_kind kind, plain_loop_result *result) {
    struct work work = {
        .url = url, .length = length, .total = 1, .concurrency = 1, .is_streamed = true, .result = result};
    work.file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (work.file < 0) return -1;
    int status = run(&work, kind);
    close(work.file);
    return status;
}

void plain_loop_result_free(plain_loop_result *result) {
    free(result->latencies);
    result->latencies = NULL;
}
