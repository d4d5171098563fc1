#include "plain_loop.h"
#include "loops.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int run(struct work *work, plain_loop_kind kind) {
    int status = -1;
    if (work_open(work)) status = kind == PLAIN_LOOP_EPOLL ? run_with_epoll(work) : run_with_poll(work);
    work_close(work);
    return status;
}

int plain_loop_run(const plain_loop_work *wanted, plain_loop_kind kind, plain_loop_result *result) {
    struct work work = {.wanted = *wanted, .result = result};
    work.is_secure = strncmp(wanted->url, "https:", 6) == 0;
    *result = (plain_loop_result){0};
    if (wanted->target) work.target = open(wanted->target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (wanted->source) work.source = open(wanted->source, O_RDONLY | O_CLOEXEC);
    int status = work.target < 0 || work.source < 0 ? -1 : run(&work, kind);
    if (work.target > 0) close(work.target);
    if (work.source > 0) close(work.source);
    return status;
}

void plain_loop_result_free(plain_loop_result *result) {
    free(result->latencies);
    result->latencies = NULL;
}
