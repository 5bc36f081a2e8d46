/* Fixed-width names, byte order and branch hints: the vocabulary of every file here. */
#ifndef PCGRAM_CORE_TYPES_H
#define PCGRAM_CORE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;
typedef unsigned __int128 u128;
typedef __int128 i128;

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))
#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))

/* Loads and stores of a given byte order at any alignment. */
static inline u16 load_be16(const void *p) { u16 v; memcpy(&v, p, 2); return __builtin_bswap16(v); }
static inline u32 load_be32(const void *p) { u32 v; memcpy(&v, p, 4); return __builtin_bswap32(v); }
static inline u64 load_be64(const void *p) { u64 v; memcpy(&v, p, 8); return __builtin_bswap64(v); }
static inline u16 load_le16(const void *p) { u16 v; memcpy(&v, p, 2); return v; }
static inline u32 load_le32(const void *p) { u32 v; memcpy(&v, p, 4); return v; }
static inline u64 load_le64(const void *p) { u64 v; memcpy(&v, p, 8); return v; }
static inline void store_be16(void *p, u16 v) { v = __builtin_bswap16(v); memcpy(p, &v, 2); }
static inline void store_be32(void *p, u32 v) { v = __builtin_bswap32(v); memcpy(p, &v, 4); }
static inline void store_be64(void *p, u64 v) { v = __builtin_bswap64(v); memcpy(p, &v, 8); }
static inline void store_le16(void *p, u16 v) { memcpy(p, &v, 2); }
static inline void store_le32(void *p, u32 v) { memcpy(p, &v, 4); }
static inline void store_le64(void *p, u64 v) { memcpy(p, &v, 8); }

#endif
