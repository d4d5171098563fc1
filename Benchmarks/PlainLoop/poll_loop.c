#include "loops.h"

int run_with_poll(struct work *work) {
    int running;
    work_start(work);
    do {
        curl_multi_perform(work->multi, &running);
        if (!work_continue(work)) return 0;
    } while (curl_multi_poll(work->multi, NULL, 0, 1000, NULL) == CURLM_OK);
    return -1;
}
