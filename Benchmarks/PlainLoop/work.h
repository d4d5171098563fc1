// The work of one run, and its transfers, independent of the loop that drives them.
#pragma once

#include "plain_loop.h"
#include <curl/curl.h>
#include <stdbool.h>

// A growing buffer, reused from one exchange to the next.
struct bytes {
    char *start;
    size_t length;
    size_t capacity;
};

struct transfer {
    CURL *easy;
    struct curl_slist *fields;
    struct bytes head;
    struct bytes body;
    size_t received;
    size_t sent;
    const struct work *work;
    uint64_t start_time;
};

struct work {
    plain_loop_work wanted;
    // Open files; 0 for none.
    int target;
    int source;
    bool is_secure;
    CURLM *multi;
    struct transfer *transfers;
    size_t started;
    plain_loop_result *result;
};

// Makes the multi handle and the pooled easy handles; false if out of memory.
bool work_open(struct work *work);

// Starts the first `concurrency` exchanges.
void work_start(struct work *work);

// Takes the ended exchanges and starts as many new ones; false once all have ended.
bool work_continue(struct work *work);

void work_close(struct work *work);

uint64_t monotonic_nanoseconds(void);
