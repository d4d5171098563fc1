// Preloaded, it makes the lookup of one name take ten seconds and then fail; every other lookup is as it was.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <string.h>
#include <unistd.h>

typedef int lookup_function(
    const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **result);

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
    if (name && strcmp(name, "slow-lookup.invalid") == 0) {
        sleep(10);
        return EAI_NONAME;
    }
    lookup_function *lookup = (lookup_function *)dlsym(RTLD_NEXT, "getaddrinfo");
    return lookup ? lookup(name, service, hints, result) : EAI_SYSTEM;
}
