// What the program has in C: the commit it was built from, and how it keeps memory.
#ifndef GEOJOULE_PROGRAM_H
#define GEOJOULE_PROGRAM_H

/// The commit the program was built from, with `-dirty` where files had changed; empty where it is not known.
const char *_Nonnull geojoule_commit(void);

/// From now on memory that is freed stays with the process, to be used again: up to 64 MiB a thread.
void geojoule_keep_memory(void);

/// Whether the process can have four threads more: 1, or 0 where the system allows fewer.
int geojoule_can_make_threads(void);

#endif
