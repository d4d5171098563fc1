#include "options.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const size_t streaming_buffer_size = 256 * 1024;

static bool append(struct bytes *bytes, const char *source, size_t count) {
    if (bytes->length + count > bytes->capacity) {
        size_t capacity = (bytes->length + count) * 2;
        char *start = realloc(bytes->start, capacity);
        if (!start) return false;
        bytes->start = start;
        bytes->capacity = capacity;
    }
    memcpy(bytes->start + bytes->length, source, count);
    bytes->length += count;
    return true;
}

static bool write_file(int file, const char *source, size_t length) {
    while (length > 0) {
        ssize_t count = write(file, source, length);
        if (count < 0) return false;
        source += count;
        length -= (size_t)count;
    }
    return true;
}

static size_t write_body(char *source, size_t size, size_t count, void *data) {
    struct transfer *transfer = data;
    size_t length = size * count;
    transfer->received += length;
    const struct work *work = transfer->work;
    if (work->target > 0) return write_file(work->target, source, length) ? length : 0;
    bool is_full = transfer->body.length + length > streaming_buffer_size;
    if (work->wanted.is_streamed && is_full) transfer->body.length = 0;
    return append(&transfer->body, source, length) ? length : 0;
}

static size_t write_head(char *source, size_t size, size_t count, void *data) {
    struct transfer *transfer = data;
    return append(&transfer->head, source, size * count) ? size * count : 0;
}

static size_t read_body(char *target, size_t size, size_t count, void *data) {
    struct transfer *transfer = data;
    const struct work *work = transfer->work;
    size_t length = work->wanted.upload_length - transfer->sent;
    if (length > size * count) length = size * count;
    if (work->source > 0) {
        ssize_t result = pread(work->source, target, length, (off_t)transfer->sent);
        if (result < 0) return CURL_READFUNC_ABORT;
        length = (size_t)result;
    } else {
        memset(target, ' ', length);
    }
    transfer->sent += length;
    return length;
}

static int seek_body(void *data, curl_off_t offset, int origin) {
    struct transfer *transfer = data;
    if (origin != SEEK_SET) return CURL_SEEKFUNC_FAIL;
    transfer->sent = (size_t)offset;
    return CURL_SEEKFUNC_OK;
}

static int allow_request(void *data, char *remote, char *local, int remote_port, int local_port) {
    (void)data, (void)remote, (void)local, (void)remote_port, (void)local_port;
    return CURL_PREREQFUNC_OK;
}

static int socket_opened(void *data, curl_socket_t socket, curlsocktype purpose) {
    (void)data, (void)socket, (void)purpose;
    return CURL_SOCKOPT_OK;
}

static int close_socket(void *data, curl_socket_t socket) {
    (void)data;
    return close(socket);
}

static void set_defaults(CURL *easy, const struct work *work) {
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
#if LIBCURL_VERSION_NUM >= 0x075500
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#endif
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, 0x7fffffffL);
#if LIBCURL_VERSION_NUM >= 0x075700
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
    const char *authorities = getenv("SSL_CERT_FILE");
    if (authorities && work->is_secure) curl_easy_setopt(easy, CURLOPT_CAINFO, authorities);
    if (work->is_secure) curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, work->wanted.is_streamed ? 64L * 1024 : 16L * 1024);
}

static void set_callbacks(CURL *easy, struct transfer *transfer) {
    curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_READDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_SEEKDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_PREREQDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, write_body);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, write_head);
    curl_easy_setopt(easy, CURLOPT_READFUNCTION, read_body);
    curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, seek_body);
    curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, allow_request);
    curl_easy_setopt(easy, CURLOPT_SOCKOPTDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, socket_opened);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, close_socket);
}

// Small bodies are copied and large ones are read, as in the transport.
static void set_body(CURL *easy, const struct work *work) {
    static const char small[4096];
    size_t length = work->wanted.upload_length;
    curl_easy_setopt(easy, CURLOPT_HTTPGET, 1L);
    if (length == 0) return;
    if (length <= sizeof small) {
        curl_easy_setopt(easy, CURLOPT_POST, 1L);
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);
        curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, small);
    } else {
        curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L);
        curl_easy_setopt(easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)length);
    }
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, "POST");
}

void set_options(struct transfer *transfer, const struct work *work) {
    CURL *easy = transfer->easy;
    curl_easy_reset(easy);
    set_defaults(easy, work);
    set_callbacks(easy, transfer);
    curl_easy_setopt(easy, CURLOPT_URL, work->wanted.url);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    set_body(easy, work);
    transfer->fields = curl_slist_append(NULL, "Accept:");
    transfer->fields = curl_slist_append(transfer->fields, "Content-Type:");
    transfer->fields = curl_slist_append(transfer->fields, "Expect:");
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, transfer->fields);
}
