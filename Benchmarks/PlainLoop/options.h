#pragma once

#include "work.h"

// Sets the options that the libcurl transport sets for each request.
void set_options(struct transfer *transfer, const struct work *work);
