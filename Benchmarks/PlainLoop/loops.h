#pragma once

#include "work.h"

// Each does all of the work; returns 0, or -1 if it cannot run here.
int run_with_epoll(struct work *work);
int run_with_poll(struct work *work);
