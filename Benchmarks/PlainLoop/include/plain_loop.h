// A plain single-threaded program over curl_multi, without Swift: what the transports' figures are held against.
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

// What is to be sent, and what is to come back.
typedef struct {
    const char *_Nonnull url;
    // How many exchanges there are in all, and at a time.
    size_t total;
    size_t concurrency;
    // How many bytes the body of each answer has.
    size_t length;
    // Copies each piece of the body into a buffer that is used again, instead of keeping all of it.
    bool is_streamed;
    // A new file for the bodies; NULL for memory.
    const char *_Nullable target;
    // How many bytes are sent with POST; 0 for a GET.
    size_t upload_length;
    // The file with these bytes; NULL for bytes from memory.
    const char *_Nullable source;
} plain_loop_work;

typedef struct {
    // Exchanges that ended well: status 200 and a body of the expected length.
    size_t succeeded;
    size_t failed;
    // How long each exchange took, in nanoseconds; succeeded + failed of them.
    uint64_t *_Nullable latencies;
} plain_loop_result;

// Returns 0, or -1 when the loop cannot be made. The result is freed with plain_loop_result_free.
// The certificate authorities are those of the file that SSL_CERT_FILE names, otherwise curl's own.
int plain_loop_run(const plain_loop_work *_Nonnull work, plain_loop_kind kind, plain_loop_result *_Nonnull result);

void plain_loop_result_free(plain_loop_result *_Nonnull result);
