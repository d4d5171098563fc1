#include "work.h"
#include "options.h"
#include <stdlib.h>
#include <time.h>

uint64_t monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

bool work_open(struct work *work) {
    work->multi = curl_multi_init();
    size_t concurrency = work->wanted.concurrency;
    work->transfers = calloc(concurrency, sizeof(struct transfer));
    work->result->latencies = calloc(work->wanted.total, sizeof(uint64_t));
    if (!work->multi || !work->transfers || !work->result->latencies) return false;
    curl_multi_setopt(work->multi, CURLMOPT_MAXCONNECTS, (long)concurrency);
    for (size_t index = 0; index < concurrency; index++) {
        work->transfers[index].work = work;
        work->transfers[index].easy = curl_easy_init();
        if (!work->transfers[index].easy) return false;
    }
    return true;
}

void work_close(struct work *work) {
    for (size_t index = 0; work->transfers && index < work->wanted.concurrency; index++) {
        struct transfer *transfer = &work->transfers[index];
        if (transfer->easy) curl_easy_cleanup(transfer->easy);
        free(transfer->head.start);
        free(transfer->body.start);
    }
    free(work->transfers);
    if (work->multi) curl_multi_cleanup(work->multi);
}

static void start(struct work *work, struct transfer *transfer) {
    transfer->start_time = monotonic_nanoseconds();
    transfer->head.length = 0;
    transfer->body.length = 0;
    transfer->received = 0;
    transfer->sent = 0;
    set_options(transfer, work);
    work->started++;
    curl_multi_add_handle(work->multi, transfer->easy);
}

static void end(struct work *work, struct transfer *transfer, CURLcode code) {
    plain_loop_result *result = work->result;
    long status = 0;
    curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
    result->latencies[result->succeeded + result->failed] = monotonic_nanoseconds() - transfer->start_time;
    if (code == CURLE_OK && status == 200 && transfer->received == work->wanted.length) {
        result->succeeded++;
    } else {
        result->failed++;
    }
    curl_multi_remove_handle(work->multi, transfer->easy);
    curl_slist_free_all(transfer->fields);
}

void work_start(struct work *work) {
    for (size_t index = 0; index < work->wanted.concurrency && work->started < work->wanted.total; index++) {
        start(work, &work->transfers[index]);
    }
}

bool work_continue(struct work *work) {
    CURLMsg *message;
    int remaining;
    while ((message = curl_multi_info_read(work->multi, &remaining))) {
        if (message->msg != CURLMSG_DONE) continue;
        CURLcode code = message->data.result;
        struct transfer *transfer = NULL;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
        end(work, transfer, code);
        if (work->started < work->wanted.total) start(work, transfer);
    }
    return work->result->succeeded + work->result->failed < work->wanted.total;
}
