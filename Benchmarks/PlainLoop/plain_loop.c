#include "plain_loop.h"
