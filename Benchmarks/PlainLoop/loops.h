#pragma once

#include "work.h"

// Each runs all of the work; 0, or -1 when it cannot run here.
int run_with_epoll(struct work *work);
int run_with_poll(struct work *work);
