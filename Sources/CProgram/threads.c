// What runs Swift's tasks makes threads as it needs them, and waits without end for one that the system refuses. So they are
// tried before: one for signals, and three for tasks.
#include "CProgram.h"

#include <pthread.h>

enum { THREADS = 4 };

static void *wait_for_gate(void *gate) {
  pthread_mutex_lock(gate);
  pthread_mutex_unlock(gate);
  return 0;
}

int geojoule_can_make_threads(void) {
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  pthread_t threads[THREADS];
  int count = 0;
  pthread_mutex_lock(&gate);
  while (count < THREADS && pthread_create(&threads[count], 0, wait_for_gate, &gate) == 0) count++;
  pthread_mutex_unlock(&gate);
  for (int i = 0; i < count; i++) pthread_join(threads[i], 0);
  return count == THREADS;
}
