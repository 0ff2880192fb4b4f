// The XML parser that FileFormats uses, libexpat.
#ifndef GEOJOULE_CEXPAT_SHIM_H
#define GEOJOULE_CEXPAT_SHIM_H

#include <expat.h>

#endif
