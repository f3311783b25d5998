/* SPDX-License-Identifier: MIT
   AMD's header by the name that distributions give it. */
#include "../AMD/Include/amd.h"
