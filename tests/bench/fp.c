/* Floating point: bodies under gravity, a system of equations, and a sum in single precision. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 5, ORDER = 24 };

struct body {
    double x[3], v[3], mass;
};

static void advance(struct body *b, double dt)
{
    for (int i = 0; i < BODIES; i++)
        for (int j = i + 1; j < BODIES; j++) {
            double d[3], d2 = 0.01;
            for (int k = 0; k < 3; k++) {
                d[k] = b[i].x[k] - b[j].x[k];
                d2 += d[k] * d[k];
            }
            double pull = dt / (d2 * sqrt(d2));
            for (int k = 0; k < 3; k++) {
                b[i].v[k] -= d[k] * b[j].mass * pull;
                b[j].v[k] += d[k] * b[i].mass * pull;
            }
        }
    for (int i = 0; i < BODIES; i++)
        for (int k = 0; k < 3; k++) b[i].x[k] += dt * b[i].v[k];
}

/* Gauss-Jordan without pivoting: the matrix is dominated by its diagonal. */
static double solve(int salt)
{
    static double m[ORDER][ORDER + 1];
    double total = 0;
    for (int i = 0; i < ORDER; i++)
        for (int j = 0; j <= ORDER; j++) m[i][j] = i == j ? ORDER + salt % 5 : 1.0 / (1 + (i * 7 + j * 3 + salt) % 11);
    for (int i = 0; i < ORDER; i++) {
        double scale = 1 / m[i][i];
        for (int j = i; j <= ORDER; j++) m[i][j] *= scale;
        for (int r = 0; r < ORDER; r++) {
            double f = m[r][i];
            if (r == i) continue;
            for (int j = i; j <= ORDER; j++) m[r][j] -= f * m[i][j];
        }
    }
    for (int i = 0; i < ORDER; i++) total += m[i][ORDER];
    return total;
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 5;
    struct body b[BODIES];
    double total = 0;
    float series = 0;
    for (int i = 0; i < BODIES; i++)
        b[i] = (struct body){.x = {i, i * i % 3, -i}, .v = {0.1 * i, 0, 0.05 * (i % 2)}, .mass = 1.0 + i % 3};
    for (int round = 0; round < rounds; round++) {
        for (int step = 0; step < 50; step++) advance(b, 0.001);
        total += solve(round);
        for (int i = 1; i < 200; i++) series += 1.0f / (float)(i + round);
    }
    printf("fp %d %.12g %.12g %.12g %.7g\n", rounds, b[0].x[0], b[4].v[2], total, (double)series);
    return 0;
}
