// When preloaded, it delays lookups: one name fails after ten seconds, each name that ends with ".slow-lookup.test"
// resolves to 127.0.0.1 after two seconds; other lookups are unchanged. It counts the slow ones.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

typedef int lookup_function(
    const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **result);

static atomic_int total, running, peak;

int slow_lookup_total(void) { return atomic_load(&total); }
int slow_lookup_peak(void) { return atomic_load(&peak); }

static void wait_slowly(void) {
    atomic_fetch_add(&total, 1);
    int now = atomic_fetch_add(&running, 1) + 1, most = atomic_load(&peak);
    while (most < now && !atomic_compare_exchange_weak(&peak, &most, now)) {
    }
    sleep(2);
    atomic_fetch_sub(&running, 1);
}

static int is_slow(const char *name) {
    const char *end = name ? strstr(name, ".slow-lookup.test") : NULL;
    return end && strcmp(end, ".slow-lookup.test") == 0;
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
    if (name && strcmp(name, "slow-lookup.invalid") == 0) {
        sleep(10);
        return EAI_NONAME;
    }
    if (is_slow(name)) {
        wait_slowly();
        name = "127.0.0.1";
    }
    lookup_function *lookup = (lookup_function *)dlsym(RTLD_NEXT, "getaddrinfo");
    return lookup ? lookup(name, service, hints, result) : EAI_SYSTEM;
}
