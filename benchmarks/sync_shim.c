/* LD_PRELOAD: writes down, in order, what a server writes to its write-ahead log, when it syncs it, and what it answers.

   Lines in the file that SYNC_TRACE names, each with the thread it comes from:
     page MARK   a page with this mark has been written to the -wal      commit   so has the header of a commit's last frame
     sync        fsync or fdatasync of the -wal has returned             ack MARK an answer with this mark is about to be sent
   Marks are "mark-" and six digits. What is written or synced is noted after the call, what is sent before it: so a line
   further down the file happened later. Nothing is changed. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum { MARK = 11 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void note(const char *what, const char *mark) {
    static int trace = -1;
    char line[64];
    int length = snprintf(line, sizeof line, "%ld %s %.*s\n", (long)syscall(SYS_gettid), what, mark ? MARK : 0, mark ? mark : "");
    pthread_mutex_lock(&lock);
    if (trace < 0)
        trace = open(getenv("SYNC_TRACE"), O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (syscall(SYS_write, trace, line, (size_t)length) != length)
        abort();
    pthread_mutex_unlock(&lock);
}

static void note_marks(const char *what, const char *data, size_t size) {
    const char *end = data + size;
    for (const char *at = data; (at = memmem(at, (size_t)(end - at), "mark-", 5)) && end - at >= MARK; at += MARK)
        note(what, at);
}

static int is_wal(int file) {
    char link[48], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path);
    return length > 4 && memcmp(path + length - 4, "-wal", 4) == 0;
}

/* A frame's header is 24 bytes; bytes 4 to 7 are not zero in the last frame of a commit. */
static void note_wal(int file, const char *data, ssize_t size) {
    if (size <= 0 || !is_wal(file))
        return;
    if (size == 24 && memcmp(data + 4, "\0\0\0\0", 4) != 0)
        note("commit", NULL);
    note_marks("page", data, (size_t)size);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite(int file, const void *data, size_t size, off_t offset) {
    ssize_t written = REAL(pwrite)(file, data, size, offset);
    note_wal(file, data, written);
    return written;
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t offset) {
    ssize_t written = REAL(pwrite64)(file, data, size, offset);
    note_wal(file, data, written);
    return written;
}

ssize_t write(int file, const void *data, size_t size) {
    ssize_t written = REAL(write)(file, data, size);
    note_wal(file, data, written);
    return written;
}

int fsync(int file) {
    int failed = REAL(fsync)(file);
    if (!failed && is_wal(file))
        note("sync", NULL);
    return failed;
}

int fdatasync(int file) {
    int failed = REAL(fdatasync)(file);
    if (!failed && is_wal(file))
        note("sync", NULL);
    return failed;
}

ssize_t send(int file, const void *data, size_t size, int flags) {
    note_marks("ack", data, size);
    return REAL(send)(file, data, size, flags);
}
