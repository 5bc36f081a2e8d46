/* Which name a datagram socket has when it is connected, and when connect() to AF_UNSPEC has ended that: what bind() gave it stays, the rest goes. And that a server's
 * getaddrinfo(NULL) finds both families, which glibc sorts by connecting one socket to each in turn. Any Linux with IPv6 prints the same. */
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const char *text_of(const struct sockaddr_storage *a, char text[INET6_ADDRSTRLEN])
{
    if (a->ss_family == AF_INET6) return inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)a)->sin6_addr, text, INET6_ADDRSTRLEN);
    return inet_ntop(AF_INET, &((const struct sockaddr_in *)a)->sin_addr, text, INET6_ADDRSTRLEN);
}

static int port_of(const struct sockaddr_storage *a) { return ntohs(((const struct sockaddr_in *)a)->sin_port); }

static void tell(int s, const char *what)
{
    struct sockaddr_storage own = {0}, far = {0};
    socklen_t n = sizeof own, m = sizeof far;
    char a[INET6_ADDRSTRLEN], b[INET6_ADDRSTRLEN];
    getsockname(s, (struct sockaddr *)&own, &n);
    int none = getpeername(s, (struct sockaddr *)&far, &m);
    printf("%-40s own %d bytes, %s, %s; peer %s\n", what, (int)n, text_of(&own, a), port_of(&own) ? "a port" : "no port",
           none ? errno == ENOTCONN ? "none" : "another error" : text_of(&far, b));
}

static void go(int s, const void *to, socklen_t n, const char *what)
{
    if (connect(s, to, n)) printf("%-40s error %s\n", what, errno == EAFNOSUPPORT ? "EAFNOSUPPORT" : errno == EINVAL ? "EINVAL" : "another");
    tell(s, what);
}

int main(void)
{
    struct sockaddr_in6 any6 = {.sin6_family = AF_INET6};
    struct sockaddr_in any4 = {.sin_family = AF_INET}, two = {.sin_family = AF_INET, .sin_port = htons(9)}, own = {.sin_family = AF_INET};
    struct sockaddr none = {.sa_family = AF_UNSPEC};
    two.sin_addr.s_addr = htonl(0x7f000002);
    int s = socket(AF_INET6, SOCK_DGRAM, 0);
    tell(s, "IPv6");
    go(s, &any4, sizeof any4, "to 0.0.0.0");
    go(s, &none, sizeof none, "ended");
    go(s, &any6, sizeof any6, "to ::");
    go(s, &none, sizeof none, "ended");
    go(s, &any4, sizeof any4, "to 0.0.0.0 again");
    go(s, &two, sizeof two, "to 127.0.0.2");
    go(s, &any6, sizeof any6, "to ::, without an end");
    close(s);
    s = socket(AF_INET, SOCK_DGRAM, 0);
    go(s, &two, sizeof two, "IPv4, to 127.0.0.2");
    go(s, &none, sizeof none, "ended");
    go(s, &two, sizeof two, "and again");
    close(s);
    s = socket(AF_INET, SOCK_DGRAM, 0);
    own.sin_addr.s_addr = htonl(0x7f000003);
    bind(s, (struct sockaddr *)&own, sizeof own);
    tell(s, "bound to 127.0.0.3");
    go(s, &two, sizeof two, "to 127.0.0.2");
    go(s, &none, sizeof none, "ended: the address stays");
    close(s);
    s = socket(AF_INET, SOCK_DGRAM, 0);
    own.sin_addr.s_addr = 0;
    own.sin_port = htons(45678);
    bind(s, (struct sockaddr *)&own, sizeof own);
    tell(s, "bound to a port");
    go(s, &two, sizeof two, "to 127.0.0.2");
    go(s, &none, sizeof none, "ended: the port stays");
    close(s);
    s = socket(AF_INET, SOCK_STREAM, 0);
    own.sin_addr.s_addr = htonl(0x7f000003);
    own.sin_port = 0;
    bind(s, (struct sockaddr *)&own, sizeof own);
    listen(s, 1);
    shutdown(s, SHUT_RDWR);
    tell(s, "TCP, shut down while it listened");
    close(s);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list = NULL;
    int bad = getaddrinfo(NULL, "80", &hints, &list), families = 0;
    for (const struct addrinfo *a = list; a; a = a->ai_next) families |= a->ai_family == AF_INET6 ? 2 : a->ai_family == AF_INET ? 1 : 4;
    printf("getaddrinfo %d, families %d\n", bad, families);
    if (list) freeaddrinfo(list);
    return 0;
}
