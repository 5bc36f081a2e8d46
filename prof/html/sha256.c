#include "prof/html/sha256.h"

#include <string.h>

#define BLOCK 64 /* bytes */

/* FIPS 180-4, 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const u32 constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static u32 rotate(u32 x, unsigned n) { return x >> n | x << (32 - n); }

/* 6.2.2 */
static void add_block(u32 hash[8], const u8 *block)
{
    u32 w[64], v[8];
    for (unsigned i = 0; i < 16; i++) w[i] = load_be32(block + 4 * i);
    for (unsigned i = 16; i < 64; i++) {
        u32 a = w[i - 15], b = w[i - 2];
        u32 low = rotate(a, 7) ^ rotate(a, 18) ^ a >> 3, high = rotate(b, 17) ^ rotate(b, 19) ^ b >> 10;
        w[i] = w[i - 16] + low + w[i - 7] + high;
    }
    memcpy(v, hash, sizeof v);
    for (unsigned i = 0; i < 64; i++) {
        u32 e = v[4], a = v[0];
        u32 choice = (e & v[5]) ^ (~e & v[6]), majority = (a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]);
        u32 one = v[7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + constants[i] + w[i];
        u32 two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (unsigned i = 0; i < 8; i++) hash[i] += v[i];
}

static void to_base64(char out[SHA256_BASE64], const u8 digest[33])
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (unsigned i = 0; i < 11; i++) {
        u32 group = (u32)digest[3 * i] << 16 | (u32)digest[3 * i + 1] << 8 | digest[3 * i + 2];
        for (unsigned k = 0; k < 4; k++) out[4 * i + k] = digits[group >> (18 - 6 * k) & 63];
    }
    out[43] = '='; /* 32 bytes are ten groups of three and two more */
    out[44] = 0;
}

const char *sha256_base64(char out[SHA256_BASE64], const char *data, size_t n)
{
    /* 5.3.3: of the square roots of the first eight primes */
    u32 hash[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    u8 end[2 * BLOCK] = {0}, digest[33] = {0};
    size_t whole = n / BLOCK * BLOCK, rest = n - whole, ends = rest < BLOCK - 8 ? BLOCK : 2 * BLOCK;
    for (size_t i = 0; i < whole; i += BLOCK) add_block(hash, (const u8 *)data + i);
    memcpy(end, data + whole, rest);
    end[rest] = 0x80; /* 5.1.1: a one, zeros, the length in bits */
    for (unsigned i = 0; i < 8; i++) end[ends - 1 - i] = (u8)((u64)n * 8 >> 8 * i);
    for (size_t i = 0; i < ends; i += BLOCK) add_block(hash, end + i);
    for (unsigned i = 0; i < 32; i++) digest[i] = (u8)(hash[i / 4] >> (24 - 8 * (i % 4)));
    to_base64(out, digest);
    return out;
}
