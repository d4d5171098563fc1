// What Swift cannot call or see by itself: libcurl's variadic functions, with one inline function per value type, and
// on Linux the headers of epoll and eventfd, which Glibc's module lacks. A .c file in this folder would not be compiled.
#pragma once

#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x075000
#error "Curlew needs the headers of libcurl 7.80.0 or later: install a newer libcurl, or name it in PKG_CONFIG_PATH."
#endif

#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif

// curl_easy_setopt reads exactly the type that the option documents, so each type has its own function.

static inline CURLcode curlew_easy_set_long(void *_Nonnull easy, CURLoption option, long value) {
    return curl_easy_setopt((CURL *)easy, option, value);
}

static inline CURLcode curlew_easy_set_offset(void *_Nonnull easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt((CURL *)easy, option, value);
}

static inline CURLcode curlew_easy_set_string(void *_Nonnull easy, CURLoption option, const char *_Nullable value) {
    return curl_easy_setopt((CURL *)easy, option, value);
}

static inline CURLcode curlew_easy_set_pointer(void *_Nonnull easy, CURLoption option, void *_Nullable value) {
    return curl_easy_setopt((CURL *)easy, option, value);
}

// The bytes are not copied: they must stay valid while the handle has the option.
static inline CURLcode curlew_easy_set_bytes(
    void *_Nonnull easy, CURLoption option, void *_Nullable bytes, size_t length) {
    struct curl_blob blob = {bytes, length, CURL_BLOB_NOCOPY};
    return curl_easy_setopt((CURL *)easy, option, &blob);
}

static inline CURLcode curlew_easy_set_fields(void *_Nonnull easy, struct curl_slist *_Nullable fields) {
    return curl_easy_setopt((CURL *)easy, CURLOPT_HTTPHEADER, fields);
}

// For CURLOPT_WRITEFUNCTION, CURLOPT_HEADERFUNCTION and CURLOPT_READFUNCTION, which share one signature.
typedef size_t (*curlew_transfer_function)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable data);

static inline CURLcode curlew_easy_set_transfer_function(
    void *_Nonnull easy, CURLoption option, curlew_transfer_function _Nonnull function) {
    return curl_easy_setopt((CURL *)easy, option, function);
}

static inline CURLcode curlew_easy_set_seek_function(
    void *_Nonnull easy, int (*_Nonnull function)(void *_Nullable data, curl_off_t offset, int origin)) {
    return curl_easy_setopt((CURL *)easy, CURLOPT_SEEKFUNCTION, function);
}

static inline CURLcode curlew_easy_set_prereq_function(
    void *_Nonnull easy,
    int (*_Nonnull function)(
        void *_Nullable data, char *_Nullable remote_address, char *_Nullable local_address, int remote_port,
        int local_port)) {
    return curl_easy_setopt((CURL *)easy, CURLOPT_PREREQFUNCTION, function);
}

static inline CURLcode curlew_easy_set_debug_function(
    void *_Nonnull easy,
    int (*_Nonnull function)(
        CURL *_Nonnull easy, curl_infotype kind, char *_Nonnull text, size_t length, void *_Nullable data)) {
    return curl_easy_setopt((CURL *)easy, CURLOPT_DEBUGFUNCTION, function);
}

static inline CURLcode curlew_easy_set_progress_function(
    void *_Nonnull easy,
    int (*_Nonnull function)(
        void *_Nullable data, curl_off_t to_receive, curl_off_t received, curl_off_t to_send, curl_off_t sent)) {
    return curl_easy_setopt((CURL *)easy, CURLOPT_XFERINFOFUNCTION, function);
}

static inline CURLcode curlew_easy_set_socket_options_function(
    void *_Nonnull easy, int (*_Nonnull function)(void *_Nullable data, curl_socket_t socket, curlsocktype purpose)) {
    return curl_easy_setopt((CURL *)easy, CURLOPT_SOCKOPTFUNCTION, function);
}

static inline CURLcode curlew_easy_set_close_socket_function(
    void *_Nonnull easy, int (*_Nonnull function)(void *_Nullable data, curl_socket_t socket)) {
    return curl_easy_setopt((CURL *)easy, CURLOPT_CLOSESOCKETFUNCTION, function);
}

// The callback may replace the address and its length.
static inline CURLcode curlew_easy_set_open_socket_function(
    void *_Nonnull easy,
    curl_socket_t (*_Nonnull function)(
        void *_Nullable data, curlsocktype purpose, struct curl_sockaddr *_Nullable address)) {
    return curl_easy_setopt((CURL *)easy, CURLOPT_OPENSOCKETFUNCTION, function);
}

static inline const void *_Nonnull curlew_address_bytes(const struct curl_sockaddr *_Nonnull address) {
    return &address->addr;
}

// curl reserves room for an address of any family.
static inline void curlew_replace_address(
    struct curl_sockaddr *_Nonnull address, int family, const void *_Nonnull bytes, unsigned int length) {
    address->family = family;
    address->addrlen = length;
    __builtin_memcpy(&address->addr, bytes, length);
}

// Child processes do not inherit it if the system supports that.
static inline int curlew_stream_socket(int family) {
#ifdef SOCK_CLOEXEC
    return socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
#else
    return socket(family, SOCK_STREAM, 0);
#endif
}

static inline curl_socket_t curlew_refuse_socket(
    void *_Nullable data, curlsocktype purpose, struct curl_sockaddr *_Nullable address) {
    (void)data;
    (void)purpose;
    (void)address;
    return CURL_SOCKET_BAD;
}

// The transfer opens no connection: it fails instead.
static inline CURLcode curlew_easy_refuse_sockets(void *_Nonnull easy) {
    return curl_easy_setopt((CURL *)easy, CURLOPT_OPENSOCKETFUNCTION, curlew_refuse_socket);
}

static inline CURLcode curlew_easy_set_resolver_start_function(
    void *_Nonnull easy,
    int (*_Nonnull function)(void *_Nullable resolver, void *_Nullable reserved, void *_Nullable data)) {
    return curl_easy_setopt((CURL *)easy, CURLOPT_RESOLVER_START_FUNCTION, function);
}

static inline CURLcode curlew_easy_get_long(void *_Nonnull easy, CURLINFO info, long *_Nonnull value) {
    return curl_easy_getinfo((CURL *)easy, info, value);
}

static inline CURLcode curlew_easy_get_offset(void *_Nonnull easy, CURLINFO info, curl_off_t *_Nonnull value) {
    return curl_easy_getinfo((CURL *)easy, info, value);
}

static inline CURLcode curlew_easy_get_string(
    void *_Nonnull easy, CURLINFO info, const char *_Nullable *_Nonnull value) {
    return curl_easy_getinfo((CURL *)easy, info, value);
}

static inline CURLcode curlew_easy_get_pointer(void *_Nonnull easy, CURLINFO info, void *_Nullable *_Nonnull value) {
    return curl_easy_getinfo((CURL *)easy, info, value);
}

static inline CURLMcode curlew_multi_set_long(void *_Nonnull multi, CURLMoption option, long value) {
    return curl_multi_setopt((CURLM *)multi, option, value);
}

static inline CURLMcode curlew_multi_set_pointer(void *_Nonnull multi, CURLMoption option, void *_Nullable value) {
    return curl_multi_setopt((CURLM *)multi, option, value);
}

static inline CURLMcode curlew_multi_set_socket_function(
    void *_Nonnull multi,
    int (*_Nonnull function)(
        void *_Nullable easy, curl_socket_t socket, int what, void *_Nullable data, void *_Nullable socket_data)) {
    return curl_multi_setopt((CURLM *)multi, CURLMOPT_SOCKETFUNCTION, function);
}

static inline CURLMcode curlew_multi_set_timer_function(
    void *_Nonnull multi, int (*_Nonnull function)(void *_Nullable multi, long timeout_ms, void *_Nullable data)) {
    return curl_multi_setopt((CURLM *)multi, CURLMOPT_TIMERFUNCTION, function);
}

// The members of CURLMsg's union, which Swift would show as raw memory.
static inline CURLcode curlew_message_result(const CURLMsg *_Nonnull message) { return message->data.result; }

// Macros that Swift does not import.
static inline long curlew_auth_basic(void) { return (long)CURLAUTH_BASIC; }
static inline curl_version_info_data *_Nullable curlew_version_info(void) { return curl_version_info(CURLVERSION_NOW); }
static inline size_t curlew_write_pause(void) { return CURL_WRITEFUNC_PAUSE; }
static inline size_t curlew_read_pause(void) { return CURL_READFUNC_PAUSE; }
static inline size_t curlew_read_abort(void) { return CURL_READFUNC_ABORT; }

// Options newer than 7.80, by their numbers; 0 if the headers lack the option.

// Without it, curl waits for a cancelled lookup.
static inline CURLoption curlew_option_quick_exit(void) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return CURLOPT_QUICK_EXIT;
#else
    return (CURLoption)0;
#endif
}

// Without it, every connection reads the authorities again.
static inline CURLoption curlew_option_ca_cache_timeout(void) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return CURLOPT_CA_CACHE_TIMEOUT;
#else
    return (CURLoption)0;
#endif
}

// Its predecessor, which newer headers mark as deprecated, takes a bit mask.
static inline CURLoption curlew_option_protocols(void) { return CURLOPT_PROTOCOLS; }

static inline CURLoption curlew_option_protocols_str(void) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return CURLOPT_PROTOCOLS_STR;
#else
    return (CURLoption)0;
#endif
}

static inline long curlew_http_protocols(void) { return CURLPROTO_HTTP | CURLPROTO_HTTPS; }

// The structures of the libraries that libcurl decodes with. Their functions are looked up, not linked, so their
// headers are not needed either; each layout is part of the library's ABI, and zlib checks the size of its own.

struct curlew_zlib_stream {
    const void *_Nullable next_in;
    unsigned int avail_in;
    unsigned long total_in;
    void *_Nullable next_out;
    unsigned int avail_out;
    unsigned long total_out;
    const char *_Nullable message;
    void *_Nullable state;
    void *_Nullable allocate;
    void *_Nullable deallocate;
    void *_Nullable opaque;
    int data_type;
    unsigned long checksum;
    unsigned long reserved;
};

struct curlew_zstd_input {
    const void *_Nullable bytes;
    size_t size;
    size_t position;
};

struct curlew_zstd_output {
    void *_Nullable bytes;
    size_t size;
    size_t position;
};
