/* A bot that takes as much memory as it can in the way it is told, at most MOST bytes, and says how
   much it got. With one that is told nothing it holds nothing: what it took is given back. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MB (1ul << 20)
#define MOST (600 * MB)
#define PIECES 512
#define PAGE 4096ul
#define TABLE (2 * MB) /* what one page of a page table maps */

enum { WRITE, READ, WRITE_FEW, READ_FEW, SEAL, HIDE, MOVE, BELOW, STACK };

static sigjmp_buf back;
static char *pieces[PIECES];
static size_t sizes[PIECES];
static int count;

static void refused(int number) {
    (void)number;
    siglongjmp(back, 1);
}

static long field(const char *line, const char *name) {
    const char *at = strstr(line, name);
    return at ? strtol(at + strlen(name), NULL, 10) : 0;
}

static char *kept(char *piece, size_t size) {
    pieces[count] = piece;
    sizes[count++] = size;
    return piece;
}

static void touch(volatile char *from, size_t size, size_t step, int writes) {
    for (size_t at = 0; at < size; at += step)
        if (writes)
            from[at] = 1;
        else
            (void)from[at];
}

/* Move a page of the stack, which may grow downwards wherever it lies, and let it grow there. */
static size_t below_a_page_of_the_stack(void) {
    static size_t depth;
    size_t room = 7 * MB;
    volatile char here[64 * 1024];
    here[0] = 1;
    char *page = (char *)(((size_t)here - (++depth) * 2 * PAGE) & ~(PAGE - 1));
    *(volatile char *)page = 1;
    char *hole = mmap(NULL, 4 * room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (hole == MAP_FAILED) return 0;
    munmap(hole, 4 * room);
    char *top = hole + 3 * room;
    if (mremap(page, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, top) == MAP_FAILED) return 0;
    kept(top - room, room + PAGE);
    for (size_t at = PAGE; at < room; at += PAGE) *(volatile char *)(top - at) = 1;
    return room;
}

/* Take a piece in one way; return how many bytes of memory that is meant to be, 0 if refused. */
static size_t take(int flags, int protection, int way, int file) {
    int few = way == WRITE_FEW || way == READ_FEW;
    size_t size = few ? 1024 * MB : 8 * MB;
    if (way == STACK) return below_a_page_of_the_stack();
    char *piece = mmap(NULL, size, protection, flags, flags & MAP_ANONYMOUS ? -1 : file, 0);
    if (piece == MAP_FAILED) return 0;
    kept(piece, size);
    if (way == BELOW) {
        for (size_t at = PAGE; at < size; at += PAGE) *(volatile char *)(piece - at) = 1;
        return size;
    }
    touch(piece, size, few ? TABLE : PAGE, way != READ && way != READ_FEW);
    if (way == SEAL || way == HIDE) mprotect(piece, size, way == SEAL ? PROT_READ : PROT_NONE);
    if (way == MOVE) {
        char *moved = mremap(piece, size, 2 * size, MREMAP_MAYMOVE);
        if (moved == MAP_FAILED) return size;
        pieces[count - 1] = moved, sizes[count - 1] = 2 * size;
        touch(moved, 2 * size, PAGE, 1);
        return 2 * size;
    }
    return few ? size / TABLE * PAGE : size;
}

int main(void) {
    static char line[1 << 16], other[1 << 16];
    struct sigaction action = {.sa_handler = refused, .sa_flags = SA_ONSTACK | SA_NODEFER};
    stack_t stack = {.ss_sp = other, .ss_size = sizeof other};
    sigaltstack(&stack, NULL);
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
    int file = open("weights", O_RDONLY);
    while (fgets(line, sizeof line, stdin)) {
        volatile size_t taken = 0;
        int way = field(line, "\"way\":");
        if (strstr(line, "\"way\":") && sigsetjmp(back, 1) == 0)
            while (taken < MOST && count < PIECES) {
                size_t more = take(field(line, "\"flags\":"), field(line, "\"prot\":"), way, file);
                if (more == 0) break;
                taken += more;
            }
        for (; count > 0; count--) munmap(pieces[count - 1], sizes[count - 1]);
        printf("{\"seq\":%ld,\"taken\":%zu}\n", field(line, "\"seq\":"), taken / MB);
        fflush(stdout);
    }
    return 0;
}
