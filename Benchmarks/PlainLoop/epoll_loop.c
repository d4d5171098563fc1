#include "loops.h"

#if defined(__linux__)

#include <sys/epoll.h>
#include <unistd.h>

#define NO_TIMER UINT64_MAX

struct epoll_loop {
    CURLM *multi;
    int descriptor;
    uint64_t timer;
};

static int socket_changed(CURL *easy, curl_socket_t socket, int what, void *data, void *is_registered) {
    (void)easy;
    struct epoll_loop *loop = data;
    if (what == CURL_POLL_REMOVE) {
        epoll_ctl(loop->descriptor, EPOLL_CTL_DEL, socket, NULL);
        curl_multi_assign(loop->multi, socket, NULL);
        return 0;
    }
    struct epoll_event event = {.data.fd = socket};
    if (what & CURL_POLL_IN) event.events |= EPOLLIN;
    if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
    epoll_ctl(loop->descriptor, is_registered ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event);
    curl_multi_assign(loop->multi, socket, loop);
    return 0;
}

static int timer_changed(CURLM *multi, long milliseconds, void *data) {
    (void)multi;
    struct epoll_loop *loop = data;
    loop->timer = milliseconds < 0 ? NO_TIMER : monotonic_nanoseconds() + (uint64_t)milliseconds * 1000000;
    return 0;
}

static int milliseconds_to_wait(const struct epoll_loop *loop) {
    if (loop->timer == NO_TIMER) return 1000;
    uint64_t now = monotonic_nanoseconds();
    return loop->timer <= now ? 0 : (int)((loop->timer - now + 999999) / 1000000);
}

static int curl_events(uint32_t events) {
    int result = 0;
    if (events & (EPOLLIN | EPOLLHUP)) result |= CURL_CSELECT_IN;
    if (events & EPOLLOUT) result |= CURL_CSELECT_OUT;
    if (events & EPOLLERR) result |= CURL_CSELECT_ERR;
    return result;
}

static void turn(struct epoll_loop *loop) {
    struct epoll_event events[256];
    int running;
    int count = epoll_wait(loop->descriptor, events, 256, milliseconds_to_wait(loop));
    for (int index = 0; index < count; index++) {
        curl_multi_socket_action(loop->multi, events[index].data.fd, curl_events(events[index].events), &running);
    }
    if (loop->timer != NO_TIMER && loop->timer <= monotonic_nanoseconds()) {
        loop->timer = NO_TIMER;
        curl_multi_socket_action(loop->multi, CURL_SOCKET_TIMEOUT, 0, &running);
    }
}

int run_with_epoll(struct work *work) {
    struct epoll_loop loop = {.multi = work->multi, .descriptor = epoll_create1(EPOLL_CLOEXEC), .timer = NO_TIMER};
    if (loop.descriptor < 0) return -1;
    curl_multi_setopt(work->multi, CURLMOPT_SOCKETFUNCTION, socket_changed);
    curl_multi_setopt(work->multi, CURLMOPT_SOCKETDATA, &loop);
    curl_multi_setopt(work->multi, CURLMOPT_TIMERFUNCTION, timer_changed);
    curl_multi_setopt(work->multi, CURLMOPT_TIMERDATA, &loop);
    work_start(work);
    while (work_continue(work)) turn(&loop);
    // Connections that are closed later must not call back.
    curl_multi_setopt(work->multi, CURLMOPT_SOCKETFUNCTION, NULL);
    curl_multi_setopt(work->multi, CURLMOPT_TIMERFUNCTION, NULL);
    close(loop.descriptor);
    return 0;
}

#else

int run_with_epoll(struct work *work) {
    (void)work;
    return -1;
}

#endif
