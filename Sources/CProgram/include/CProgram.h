// What the program has in C: the commit it was built from.
#ifndef GEOJOULE_PROGRAM_H
#define GEOJOULE_PROGRAM_H

/// The commit the program was built from, with `-dirty` where files had changed; empty where it is not known.
const char *_Nonnull geojoule_commit(void);

#endif
