#include "emu/gdb/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    SILENCE_MS = 10000, /* gdb speaks at once when it has connected */
    WAITING = 8,        /* connections, while one is looked at */
    EARLY = 4096,
};

struct server {
    struct gdb *gdb;
    int fd;        /* the connection */
    int wake[2];   /* a pipe, to call the watcher off */
    pthread_t watcher;
    bool watching;
    bool lost;     /* the connection is */
    u8 early[EARLY]; /* what has come while the guest ran */
    size_t early_size;
    bool in_packet;  /* where it ends */
    struct packet_reader reader;
    char out[PACKET_ROOM(PACKET_MOST)];
};

/* --- the socket ----------------------------------------------------------------------------------------------------------- */

/* The socket of a run that was killed: nobody listens there any more. */
static void remove_left(const struct sockaddr_un *a)
{
    struct stat st;
    if (lstat(a->sun_path, &st) || !S_ISSOCK(st.st_mode)) return;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return;
    if (connect(fd, (const struct sockaddr *)a, sizeof *a) && errno == ECONNREFUSED) unlink(a->sun_path);
    close(fd);
}

static int listen_unix(const char *path, struct error *e)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    if (!*path) return error_set(e, "-g unix: which socket? give its path behind it");
    if (strlen(path) >= sizeof a.sun_path) return error_set(e, "-g %s: the path is too long for a socket", path);
    strcpy(a.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0) remove_left(&a);
    /* The name gets the rights that the socket has when it is bound (Linux net/unix/af_unix.c): nobody else's, ever. */
    if (fd >= 0 && fchmod(fd, 0600) == 0 && bind(fd, (struct sockaddr *)&a, sizeof a) == 0 && listen(fd, WAITING) == 0) return fd;
    error_set(e, "-g %s: cannot listen: %s", path, errno == EADDRINUSE ? "there is a file of that name, or somebody listens there" : strerror(errno));
    if (fd >= 0) close(fd);
    return -1;
}

/* Only on the loopback: whoever connects can do to the guest whatever he wants. */
static int listen_port(const char *text, char *address, size_t room, struct error *e)
{
    char *end;
    unsigned long port = strtoul(text, &end, 10);
    if (*end || *text < '0' || *text > '9' || port > 65535) return error_set(e, "-g %s: neither a port nor the path of a socket (./NAME, unix:NAME)", text);
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((u16)port)};
    socklen_t size = sizeof a;
    int on = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd >= 0) setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (fd < 0 || bind(fd, (struct sockaddr *)&a, sizeof a) != 0 || listen(fd, WAITING) != 0 ||
        getsockname(fd, (struct sockaddr *)&a, &size) != 0) {
        error_set(e, "-g %s: cannot listen: %s", text, strerror(errno));
        if (fd >= 0) close(fd);
        return -1;
    }
    snprintf(address, room, "127.0.0.1:%u", ntohs(a.sin_port));
    return fd;
}

/* gdb begins with an acknowledgement, a packet or an interruption. Whoever says something else first, like a browser that
 * posts what a page has told it to, is not heard any further: commands may be hidden in what follows. */
static bool is_gdb(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    char c;
    int r;
    while ((r = poll(&p, 1, SILENCE_MS)) < 0 && errno == EINTR) {}
    return r > 0 && recv(fd, &c, 1, MSG_PEEK | MSG_DONTWAIT) == 1 && (c == '+' || c == '-' || c == '$' || c == 3);
}

static int accept_gdb(int fd)
{
    for (;;) {
        int c = accept4(fd, NULL, NULL, SOCK_CLOEXEC);
        if (c < 0 && (errno == EINTR || errno == ECONNABORTED)) continue;
        if (c < 0 || is_gdb(c)) return c;
        close(c);
    }
}

static int connection(const char *where, void (*announce)(const char *address), struct error *e)
{
    char port[32];
    bool path = strchr(where, '/');
    if (!strncmp(where, "unix:", 5)) path = true, where += 5;
    int fd = path ? listen_unix(where, e) : listen_port(where, port, sizeof port, e);
    if (fd < 0) return -1;
    announce(path ? where : port);
    int c = accept_gdb(fd), on = 1;
    /* An acknowledgement must not make the reply behind it wait for the other side's (40 ms each). */
    if (!path && c >= 0) setsockopt(c, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (c < 0) error_set(e, "-g %s: %s", where, strerror(errno));
    if (path) unlink(where); /* while nobody else can have taken the name */
    close(fd);
    return c;
}

/* --- while the guest runs -------------------------------------------------------------------------------------------------- */

/* Takes what has come, for later. True: the guest is to stop: by the byte 3, which has another meaning inside of a packet,
 * because gdb has left, or because it says more than it should while the guest runs. */
static bool take_early(struct server *s)
{
    ssize_t n = recv(s->fd, s->early + s->early_size, EARLY - s->early_size, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    bool stop = n <= 0;
    for (ssize_t i = 0; i < n; i++) {
        u8 c = s->early[s->early_size++];
        if (c == '$' || c == '#') s->in_packet = c == '$';
        stop |= c == 3 && !s->in_packet;
    }
    return stop || s->early_size == EARLY;
}

/* gdb says nothing meanwhile but acknowledgements and the byte 3, or leaves. */
static void *watch(void *arg)
{
    struct server *s = arg;
    struct pollfd p[2] = {{.fd = s->fd, .events = POLLIN}, {.fd = s->wake[0], .events = POLLIN}};
    for (;;) {
        if (poll(p, 2, -1) < 0) continue;
        if (p[1].revents) return NULL;
        if (p[0].revents && (s->early_size == EARLY || take_early(s))) break;
    }
    debug_interrupt(s->gdb->debug);
    return NULL;
}

static void running(void *ctx, bool on)
{
    struct server *s = ctx;
    char c = 0;
    if (on) {
        s->in_packet = false;
        s->watching = pthread_create(&s->watcher, NULL, watch, s) == 0;
    } else if (s->watching) {
        while (write(s->wake[1], &c, 1) < 0 && errno == EINTR) {}
        pthread_join(s->watcher, NULL);
        while (read(s->wake[0], &c, 1) < 0 && errno == EINTR) {}
    }
}

/* --- the conversation ----------------------------------------------------------------------------------------------------- */

static void send_all(struct server *s, const char *p, size_t n)
{
    while (n && !s->lost) {
        ssize_t sent = send(s->fd, p, n, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        s->lost = sent <= 0;
        if (s->lost) return;
        p += sent;
        n -= (size_t)sent;
    }
}

static void words(void *ctx, const char *line)
{
    struct server *s = ctx;
    char hex[512] = "O", packet[PACKET_ROOM(sizeof hex)];
    size_t n = 1;
    for (const char *c = line; *c && n + 3 < sizeof hex; c++) n += (size_t)sprintf(hex + n, "%02x", (u8)*c);
    send_all(s, packet, packet_write(packet, hex, n));
}

static void take(struct server *s, u8 byte)
{
    struct gdb *g = s->gdb;
    enum packet_event event = packet_take(&s->reader, byte);
    if (event != PACKET_WHOLE && event != PACKET_BAD) {
        if (byte == '-' && s->reader.state == BETWEEN) send_all(s, s->out, packet_write(s->out, g->reply, g->size));
        return; /* an interruption of what does not run is late: the stop has been told */
    }
    if (!g->no_ack) send_all(s, event == PACKET_WHOLE ? "+" : "-", 1);
    if (event == PACKET_BAD) return;
    gdb_packet(g, s->reader.data, s->reader.size);
    if (!g->quiet) send_all(s, s->out, packet_write(s->out, g->reply, g->size));
}

int gdb_serve(struct debug *d, const char *guest, const char *where, void (*announce)(const char *address),
              struct gdb *out, struct error *e)
{
    struct server *s = calloc(1, sizeof *s);
    if (!s) return error_set(e, "no memory for gdb");
    s->gdb = out;
    s->fd = connection(where, announce, e);
    if (s->fd < 0 || pipe(s->wake) != 0) {
        if (s->fd >= 0) {
            error_set(e, "no pipe for gdb: %s", strerror(errno));
            close(s->fd);
        }
        free(s);
        return -1;
    }
    *out = (struct gdb){.debug = d, .guest = guest, .running = running, .words = words, .ctx = s};
    debug_signals(d, gdb_wants_signal, out);
    while (out->end == GDB_STAYS && !s->lost) {
        u8 bytes[EARLY];
        ssize_t n = (ssize_t)s->early_size;
        s->early_size = 0;
        if (n) memcpy(bytes, s->early, (size_t)n);
        else n = recv(s->fd, bytes, sizeof bytes, 0);
        if (n < 0 && errno == EINTR) continue;
        s->lost = n <= 0;
        for (ssize_t i = 0; i < n && out->end == GDB_STAYS; i++) take(s, bytes[i]);
    }
    if (out->end == GDB_STAYS) out->end = GDB_KILLED;
    out->running = NULL;
    out->words = NULL;
    debug_signals(d, NULL, NULL);
    close(s->fd);
    close(s->wake[0]);
    close(s->wake[1]);
    free(s);
    return 0;
}
