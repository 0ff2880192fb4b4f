// The database library by which FileFormats reads the logs of phones, SQLite.
#ifndef GEOJOULE_CSQLITE_SHIM_H
#define GEOJOULE_CSQLITE_SHIM_H

#include <sqlite3.h>

#endif
