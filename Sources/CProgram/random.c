// The run time of Swift for Debian 12 and libexpat ask for arc4random, which only glibc 2.36 has. With these the program
// starts where glibc 2.35 is, as on Ubuntu 22.04. They give what glibc's give: bytes of the kernel's generator.
#if defined(__linux__)
#include <features.h>
#if defined(__GLIBC__)
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

void arc4random_buf(void *buffer, size_t size) {
  unsigned char *rest = buffer;
  while (size > 0) {
    ssize_t count = getrandom(rest, size, 0);
    if (count < 0) {
      if (errno == EINTR) continue;
      abort();
    }
    rest += count;
    size -= (size_t)count;
  }
}

uint32_t arc4random(void) {
  uint32_t value;
  arc4random_buf(&value, sizeof value);
  return value;
}
#endif
#endif
