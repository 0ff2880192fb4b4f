// The program asks nothing of a locale, yet the static Foundation brings ICU's tables of all locales: 34 MB, 13 MB of them in a
// package. A set without entries, laid out as ICU's own stub data, comes before the archive's, so that the linker leaves the
// tables out. Its name has ICU's version in it, which changes with Swift; with one that is not listed the program is only larger.
#if defined(__linux__)
#include <stdint.h>

struct icu_data {
  uint16_t header_size;
  uint8_t magic[2];
  uint16_t info_size, reserved;
  uint8_t is_big_endian, charset_family, char_size, reserved_byte;
  uint8_t format[4], format_version[4], data_version[4], padding[8];
  uint32_t entries[4];
};

#define NO_LOCALES(version) \
  __attribute__((visibility("hidden"))) const struct icu_data icudt##version##_dat = { \
    32, {0xda, 0x27}, 20, 0, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__, 0, 2, 0, {'T', 'o', 'C', 'P'}, {1}, {0}, {0}, {0}};

NO_LOCALES(72)
NO_LOCALES(74)
NO_LOCALES(75)
NO_LOCALES(76)
NO_LOCALES(77)
NO_LOCALES(78)
#endif
