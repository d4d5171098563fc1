// A plain single-threaded program over curl_multi, without Swift: what the transports' figures are held against.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef enum {
    // curl_multi_socket_action driven by epoll; on Linux only.
    PLAIN_LOOP_EPOLL,
    // curl_multi_perform driven by curl_multi_poll.
    PLAIN_LOOP_POLL,
} plain_loop_kind;

typedef struct {
    // Exchanges that ended well: status 200 and a body of the expected length.
    size_t succeeded;
    size_t failed;
    // How long each exchange took, in nanoseconds; succeeded + failed of them.
    uint64_t *_Nullable latencies;
} plain_loop_result;

// Sends `total` GETs, `concurrency` of them at a time; each body is to have `length` bytes.
// Returns 0, or -1 when the loop cannot be made. The result is freed with plain_loop_result_free.
int plain_loop_get(
    const char *_Nonnull url, size_t length, size_t total, size_t concurrency, plain_loop_kind kind,
    plain_loop_result *_Nonnull result);

// Downloads one large body of `length` bytes, copying each piece into a buffer that is used again.
int plain_loop_download(
    const char *_Nonnull url, size_t length, plain_loop_kind kind, plain_loop_result *_Nonnull result);

// The same into a new file, each piece as it comes.
int plain_loop_download_file(
    const char *_Nonnull url, size_t length, const char *_Nonnull path, plain_loop_kind kind,
    plain_loop_result *_Nonnull result);

void plain_loop_result_free(plain_loop_result *_Nonnull result);
