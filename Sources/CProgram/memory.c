// The days of a run need the same few megabytes again and again. By default glibc gives each large block back to the system, which
// then clears every page of the next one: an eighth of a day's time.
#include "CProgram.h"

#if defined(__linux__)
#include <features.h>
#if defined(__GLIBC__)
#include <malloc.h>
#define GEOJOULE_KEEPS_MEMORY 1
#endif
#endif

void geojoule_keep_memory(void) {
#ifdef GEOJOULE_KEEPS_MEMORY
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}
