/* Makes events as quick as they go and prints the nanoseconds that took. flood opens|names|execs COUNT PATH */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc < 4)
        return argc == 2 && !strcmp(argv[1], "end") ? 0 : 2;
    long count = atol(argv[2]);
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (long i = 0; i < count; i++) {
        if (!strcmp(argv[1], "execs")) {
            char *words[] = {argv[3], "end", NULL};
            pid_t child;
            int status;
            if (posix_spawn(&child, argv[3], NULL, NULL, words, NULL) || waitpid(child, &status, 0) != child || status)
                return 3;
        } else if (!strcmp(argv[1], "names")) {
            char name[64];
            snprintf(name, sizeof name, "/tmp/flood-%ld", i);
            close(open(name, O_RDONLY));
        } else {
            int fd = open(argv[3], O_RDONLY);
            if (fd < 0)
                return 4;
            close(fd);
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &b);
    printf("%lld\n", (b.tv_sec - a.tv_sec) * 1000000000LL + b.tv_nsec - a.tv_nsec);
    return 0;
}
