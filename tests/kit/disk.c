/* A disk that fails when it is told to, and that keeps a log of what was done to it: preloaded (LD_PRELOAD) into a program.
 *
 * FEINT_DISK_FOLDER   the folder whose files this is about; all others are left alone
 * FEINT_DISK_LOG      where the log goes: one entry for each change that succeeded, in the order in which they were made
 * FEINT_DISK_FAULT    KIND NUMBER COUNT: of all changes, those from NUMBER (from 1) on, COUNT of them, go wrong (kit/disk.py
 *                     has the kinds)
 *
 * An entry is a line, and after that of a write what was written: W PATH OFFSET LENGTH, T PATH LENGTH (truncate), S PATH
 * (sync), C PATH (create), M PATH (make a folder), R PATH PATH (rename), L PATH PATH (link), U PATH (unlink).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX], kind[16];
static long first, last, changes;
static int journal = -1;

/* A program that was forked from one in which nothing was watched calls it again, with an environment of its own. */
__attribute__((constructor)) void feint_disk_begin(void) {
    const char *where = getenv("FEINT_DISK_FOLDER"), *log = getenv("FEINT_DISK_LOG"), *fault = getenv("FEINT_DISK_FAULT");
    long count = 1;
    if (!where || !log) return;
    snprintf(folder, sizeof folder, "%s", where);
    journal = REAL(open)(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fault && sscanf(fault, "%15s %ld %ld", kind, &first, &count) == 3) last = first + count - 1;
}

static int watched(const char *path) {
    return journal >= 0 && strncmp(path, folder, strlen(folder)) == 0;
}

static int named(int file, char *path) {
    char link[64];
    if (journal < 0) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return watched(path);
}

static void noted(const void *data, size_t length, const char *form, ...) {
    char line[3 * PATH_MAX];
    va_list values;
    va_start(values, form);
    int size = vsnprintf(line, sizeof line, form, values);
    va_end(values);
    struct iovec parts[] = {{line, size}, {(void *)data, length}};  /* in one go: others write to the log, too */
    if (writev(journal, parts, length ? 2 : 1) != size + (ssize_t)length) abort();
}

static int is_due(void) {
    return first && changes >= first && changes <= last;
}

/* Whether this change fails; a slow one doesn't, and after a kill there is nobody to ask. Called with the lock held. */
static int fails(void) {
    if (!is_due() || strcmp(kind, "short") == 0) return 0;
    if (strcmp(kind, "slow") == 0) {
        usleep(200000);
        return 0;
    }
    if (strcmp(kind, "kill") == 0) {
        kill(getpid(), SIGKILL);
        pause();
    }
    errno = strcmp(kind, "full") == 0 ? ENOSPC : EIO;
    return 1;
}

/* Whether only half of a write is done: and then nothing is said of it, or an error, or nothing any more. */
static int halved(void) {
    return is_due() && (strcmp(kind, "short") == 0 || strcmp(kind, "torn") == 0 || strcmp(kind, "kill") == 0);
}

static ssize_t put(int file, const void *data, size_t length, off_t at, int placed) {
    char path[PATH_MAX];
    if (!named(file, path)) return placed ? REAL(pwrite)(file, data, length, at) : REAL(write)(file, data, length);
    pthread_mutex_lock(&lock);
    changes++;
    if (!placed) at = lseek(file, 0, fcntl(file, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
    size_t wanted = halved() ? (length + 1) / 2 : length;
    ssize_t done = -1;
    if (halved() || !fails()) {
        done = placed ? REAL(pwrite)(file, data, wanted, at) : REAL(write)(file, data, wanted);
        if (done > 0) noted(data, done, "W %s %lld %zd\n", path, (long long)at, done);
        if (halved() && strcmp(kind, "short") != 0 && fails()) done = -1;
    }
    int why = errno;
    pthread_mutex_unlock(&lock);
    errno = why;
    return done;
}

ssize_t write(int file, const void *data, size_t length) { return put(file, data, length, 0, 0); }
ssize_t pwrite(int file, const void *data, size_t length, off_t at) { return put(file, data, length, at, 1); }
ssize_t pwrite64(int file, const void *data, size_t length, off_t at) { return put(file, data, length, at, 1); }

/* A change by a call that succeeds or not, as a whole. */
#define WHOLE(is_watched, call, ...)                  \
    if (!(is_watched)) return call;                   \
    pthread_mutex_lock(&lock);                        \
    changes++;                                        \
    int done = fails() ? -1 : call, why = errno;      \
    if (done >= 0) noted(NULL, 0, __VA_ARGS__);       \
    pthread_mutex_unlock(&lock);                      \
    errno = why;                                      \
    return done

int fsync(int file) {
    char path[PATH_MAX];
    WHOLE(named(file, path), REAL(fsync)(file), "S %s\n", path);
}

int fdatasync(int file) {
    char path[PATH_MAX];
    WHOLE(named(file, path), REAL(fdatasync)(file), "S %s\n", path);
}

int ftruncate(int file, off_t length) {
    char path[PATH_MAX];
    WHOLE(named(file, path), REAL(ftruncate)(file, length), "T %s %lld\n", path, (long long)length);
}

int ftruncate64(int file, off_t length) { return ftruncate(file, length); }

int rename(const char *from, const char *to) { WHOLE(watched(from), REAL(rename)(from, to), "R %s %s\n", from, to); }
int link(const char *from, const char *to) { WHOLE(watched(from), REAL(link)(from, to), "L %s %s\n", from, to); }
int unlink(const char *path) { WHOLE(watched(path), REAL(unlink)(path), "U %s\n", path); }
int mkdir(const char *path, mode_t mode) { WHOLE(watched(path), REAL(mkdir)(path, mode), "M %s\n", path); }

static int opened(const char *path, int flags, mode_t mode) {
    int makes = watched(path) && (flags & O_CREAT) && access(path, F_OK) != 0;
    int empties = !makes && watched(path) && (flags & O_TRUNC) && access(path, F_OK) == 0;
    if (empties) {
        WHOLE(1, REAL(open)(path, flags, mode), "T %s 0\n", path);
    }
    WHOLE(makes, REAL(open)(path, flags, mode), "C %s\n", path);
}

#define MODE                       \
    mode_t mode = 0;               \
    if (flags & O_CREAT) {         \
        va_list more;              \
        va_start(more, flags);     \
        mode = va_arg(more, int);  \
        va_end(more);              \
    }

int open(const char *path, int flags, ...) {
    MODE
    return opened(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE
    return opened(path, flags, mode);
}
