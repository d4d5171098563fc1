// A plain single-threaded program over curl_multi, without Swift: the reference of the transports' figures.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>

typedef enum {
    // curl_multi_socket_action driven by epoll; on Linux only.
    PLAIN_LOOP_EPOLL,
    // curl_multi_perform driven by curl_multi_poll.
    PLAIN_LOOP_POLL,
} plain_loop_kind;

// What to send, and what to expect.
typedef struct {
    const char *_Nonnull url;
    // The number of all exchanges, and of concurrent ones.
    size_t total;
    size_t concurrency;
    // The length of each response body in bytes.
    size_t length;
    // Copies each chunk of the body into a buffer that is reused, instead of keeping all of it.
    bool is_streamed;
    // A new file for the bodies; NULL for memory.
    const char *_Nullable target;
    // The number of bytes sent with POST; 0 for a GET.
    size_t upload_length;
    // The file with these bytes; NULL for bytes from memory.
    const char *_Nullable source;
} plain_loop_work;

typedef struct {
    // Exchanges that succeeded: status 200 and a body of the expected length.
    size_t succeeded;
    size_t failed;
    // The duration of each exchange, in nanoseconds; succeeded + failed of them.
    uint64_t *_Nullable latencies;
} plain_loop_result;

// Returns 0, or -1 if the loop cannot be made. Free the result with plain_loop_result_free.
// The certificate authorities are those of the file in SSL_CERT_FILE, otherwise curl's own.
int plain_loop_run(const plain_loop_work *_Nonnull work, plain_loop_kind kind, plain_loop_result *_Nonnull result);

void plain_loop_result_free(plain_loop_result *_Nonnull result);
