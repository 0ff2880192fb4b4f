// The library by which FileFormats unpacks files, zlib.
#ifndef GEOJOULE_CZLIB_SHIM_H
#define GEOJOULE_CZLIB_SHIM_H

#include <zlib.h>

#endif
