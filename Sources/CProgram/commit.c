// In C, so that another commit compiles this file again and no Swift module.
#include "CProgram.h"

#if __has_include("commit.h")
#include "commit.h"
#else
#define GEOJOULE_COMMIT ""
#endif

const char *geojoule_commit(void) { return GEOJOULE_COMMIT; }
