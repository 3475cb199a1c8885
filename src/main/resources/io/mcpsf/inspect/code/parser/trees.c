/*
 * Source text in, syntax tree out. This program reads hostile text with parsers written in C, so it
 * gives everything away before the first byte of it arrives: its user, all files, all system calls
 * but reading, writing and memory. Whoever takes it over has two pipes.
 *
 * It first writes MAGIC and, for each language, the names of its node kinds and fields. Then it answers
 * requests until its input ends:
 *
 *   request   u8 language, u32 bytes, the text
 *   answer    u8 status (0 parsed, 1 out of time, 2 too many nodes), u32 nodes, then for each node
 *             u16 kind, u8 field, u8 flags (1 error, 2 missing), u32 parent, u32 start, u32 end
 *
 * Only named nodes are told, in the order of the text; a parent comes before its children. Numbers are
 * little-endian, as on all machines that this is built on.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The core, without queries: they are half of it and our questions are asked elsewhere. */
#include "alloc.c"
#include "get_changed_ranges.c"
#include "language.c"
#include "lexer.c"
#include "node.c"
#include "parser.c"
#include "stack.c"
#include "subtree.c"
#include "tree.c"
#include "tree_cursor.c"
#include "wasm_store.c"

#define MAGIC "MCPSFTREE1\n"
#define MEMORY (512UL << 20)
#define MOST_TEXT (16U << 20)
#define MOST_NODES (2U << 20)
#define NOBODY 65534

const TSLanguage *tree_sitter_javascript(void);
const TSLanguage *tree_sitter_typescript(void);
const TSLanguage *tree_sitter_tsx(void);
const TSLanguage *tree_sitter_python(void);

typedef struct {
    uint16_t kind;
    uint8_t field;
    uint8_t flags;
    uint32_t parent;
    uint32_t start;
    uint32_t end;
} Node;

static void whole_write(const void *from, size_t bytes) {
    const char *at = from;
    while (bytes > 0) {
        ssize_t done = write(1, at, bytes);
        if (done <= 0) {
            if (done < 0 && errno == EINTR) continue;
            _exit(4);
        }
        at += done;
        bytes -= (size_t)done;
    }
}

/* Nothing more to read is the usual end. */
static void whole_read(void *to, size_t bytes) {
    char *at = to;
    while (bytes > 0) {
        ssize_t done = read(0, at, bytes);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) _exit(0);
        at += done;
        bytes -= (size_t)done;
    }
}

static void limit(int what, rlim_t to) {
    struct rlimit both = {to, to};
    if (setrlimit(what, &both) != 0) _exit(5);
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "no system call filter for this machine"
#endif

#define ALLOW(call) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

/*
 * Root of a user namespace that maps nobody else is a plain user outside of it and can't become another one.
 * Its powers over the namespace go all the same.
 */
static void give_root_away(void) {
    if (setresgid(NOBODY, NOBODY, NOBODY) == 0) {
        if (setgroups(0, NULL) != 0 || setresuid(NOBODY, NOBODY, NOBODY) != 0) _exit(5);
        return;
    }
    if (errno != EINVAL) _exit(5);
    struct __user_cap_header_struct self = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0, 0, 0}};
    if (syscall(SYS_capset, &self, none) != 0) _exit(5);
}

static void give_all_away(void) {
    limit(RLIMIT_AS, MEMORY);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_CPU, 300);
    if (geteuid() == 0) give_root_away();
    for (int fd = 3; fd < 1024; fd++) close(fd);
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOW(read),
        ALLOW(write),
        ALLOW(munmap),
        ALLOW(mremap),
        ALLOW(brk),
        ALLOW(madvise),
        ALLOW(clock_gettime),
        ALLOW(exit),
        ALLOW(exit_group),
        /* Memory, but none that can be run. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mmap, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog program = {sizeof(filter) / sizeof(filter[0]), filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
        || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) != 0) {
        _exit(5);
    }
}

static void tell_name(const char *name) {
    size_t length = name == NULL ? 0 : strlen(name);
    uint8_t told = length > 255 ? 255 : (uint8_t)length;
    whole_write(&told, 1);
    if (told > 0) whole_write(name, told);
}

static void introduce(const TSLanguage *language) {
    uint16_t kinds = (uint16_t)ts_language_symbol_count(language);
    whole_write(&kinds, 2);
    for (uint16_t kind = 0; kind < kinds; kind++) tell_name(ts_language_symbol_name(language, kind));
    uint16_t fields = (uint16_t)ts_language_field_count(language);
    whole_write(&fields, 2);
    for (uint16_t field = 1; field <= fields; field++) {
        tell_name(ts_language_field_name_for_id(language, field));
    }
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

typedef struct {
    const char *text;
    uint32_t length;
    double deadline;
    unsigned checks;
} Job;

static const char *give(void *payload, uint32_t at, TSPoint point, uint32_t *bytes) {
    (void)point;
    Job *job = payload;
    *bytes = at >= job->length ? 0 : job->length - at;
    return job->text + (at >= job->length ? job->length : at);
}

static bool late(TSParseState *state) {
    Job *job = state->payload;
    return (++job->checks & 15) == 0 && seconds() > job->deadline;
}

static Node *nodes;
static uint32_t *parents;
static size_t nodes_room, parents_room;

/* Returns the number of nodes, or UINT32_MAX when there are too many. */
static uint32_t flatten(TSTree *tree) {
    uint32_t count = 0;
    size_t depth = 0;
    TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
    parents[0] = 0;
    for (;;) {
        TSNode node = ts_tree_cursor_current_node(&cursor);
        uint32_t above = parents[depth];
        if (ts_node_is_named(node)) {
            if (count == MOST_NODES) {
                ts_tree_cursor_delete(&cursor);
                return UINT32_MAX;
            }
            if (count == nodes_room) {
                nodes_room *= 2;
                nodes = ts_realloc(nodes, nodes_room * sizeof(Node));
            }
            TSSymbol kind = ts_node_symbol(node);
            nodes[count] = (Node){
                kind,
                (uint8_t)ts_tree_cursor_current_field_id(&cursor),
                (uint8_t)((kind == ts_builtin_sym_error ? 1 : 0) | (ts_node_is_missing(node) ? 2 : 0)),
                above,
                ts_node_start_byte(node),
                ts_node_end_byte(node),
            };
            above = count++;
        }
        if (ts_tree_cursor_goto_first_child(&cursor)) {
            if (++depth == parents_room) {
                parents_room *= 2;
                parents = ts_realloc(parents, parents_room * sizeof(uint32_t));
            }
            parents[depth] = above;
            continue;
        }
        while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
            if (!ts_tree_cursor_goto_parent(&cursor)) {
                ts_tree_cursor_delete(&cursor);
                return count;
            }
            depth--;
        }
    }
}

int main(int argc, char **argv) {
    double patience = argc > 1 ? atof(argv[1]) : 5.0;
    if (nice(5) == -1) errno = 0;
    nodes_room = 1 << 16;
    parents_room = 1 << 10;
    nodes = ts_malloc(nodes_room * sizeof(Node));
    parents = ts_malloc(parents_room * sizeof(uint32_t));
    const TSLanguage *languages[] = {
        tree_sitter_javascript(), tree_sitter_typescript(), tree_sitter_tsx(), tree_sitter_python()};
    size_t known = sizeof(languages) / sizeof(languages[0]);
    whole_write(MAGIC, strlen(MAGIC));
    for (size_t i = 0; i < known; i++) introduce(languages[i]);
    give_all_away();
    for (;;) {
        uint8_t which;
        uint32_t length;
        whole_read(&which, 1);
        whole_read(&length, 4);
        if (which >= known || length > MOST_TEXT) _exit(3);
        char *text = ts_malloc(length + 1);
        whole_read(text, length);
        TSParser *parser = ts_parser_new();
        if (!ts_parser_set_language(parser, languages[which])) _exit(3);
        Job job = {text, length, seconds() + patience, 0};
        TSInput input = {&job, give, TSInputEncodingUTF8, NULL};
        TSParseOptions options = {&job, late};
        TSTree *tree = ts_parser_parse_with_options(parser, NULL, input, options);
        uint32_t count = tree == NULL ? 0 : flatten(tree);
        uint8_t status = tree == NULL ? 1 : count == UINT32_MAX ? 2 : 0;
        if (status != 0) count = 0;
        whole_write(&status, 1);
        whole_write(&count, 4);
        whole_write(nodes, count * sizeof(Node));
        if (tree != NULL) ts_tree_delete(tree);
        ts_parser_delete(parser);
        free(text);
    }
}
