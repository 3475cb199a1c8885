package io.mcpsf.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * Programs loaded into the kernel from an object file and attached where its sections say, by the
 * system's libbpf. They live as long as this process: a crash leaves nothing behind.
 */
public final class BpfObject implements AutoCloseable {

    private static final String LIBRARY = "libbpf.so.1";
    private static final ValueLayout.OfInt INT = Libc.INT;
    private static final ValueLayout.OfLong LONG = Libc.LONG;

    private final Arena arena = Arena.ofShared();
    private final Library library;
    private final MemorySegment errno;
    private final MemorySegment object;
    private final List<MemorySegment> links = new ArrayList<>();
    private MemorySegment ring = MemorySegment.NULL;
    private Consumer<byte[]> reader = record -> {};
    private boolean closed;

    /** The object can't be loaded here; the message says what was tried. */
    public static final class UnavailableException extends Exception {
        UnavailableException(String message) {
            super(message);
        }
    }

    /** Loads the programs of an object file and attaches them all. */
    public BpfObject(byte[] file) throws UnavailableException {
        boolean done = false;
        try {
            library = new Library(arena);
            errno = Libc.capture(arena);
            library.silence();
            MemorySegment bytes = arena.allocate(file.length, 8);
            bytes.asByteBuffer().put(file);
            object = pointer("open", library.open, bytes, (long) file.length, MemorySegment.NULL);
            done = true;
        } finally {
            if (!done) {
                arena.close();
            }
        }
        try {
            int loaded = number(library.load, object);
            if (loaded != 0) {
                throw new UnavailableException("load: " + Errno.name(-loaded));
            }
            attachAll();
            done = true;
        } catch (UnavailableException e) {
            close();
            throw e;
        }
    }

    private void attachAll() throws UnavailableException {
        MemorySegment program = MemorySegment.NULL;
        while (true) {
            program = address(library.next, object, program);
            if (program.address() == 0) {
                return;
            }
            links.add(pointer("attach", library.attach, program));
        }
    }

    /** The descriptor of a map, by its name in the source. */
    public int map(String name) {
        try (Arena brief = Arena.ofConfined()) {
            int fd = number(library.map, object, brief.allocateFrom(name));
            if (fd < 0) {
                throw new IllegalStateException("no map " + name + " in the object");
            }
            return fd;
        }
    }

    public void put(int map, int key, int value) {
        try (Arena brief = Arena.ofConfined()) {
            MemorySegment k = brief.allocateFrom(INT, key);
            MemorySegment v = brief.allocateFrom(INT, value);
            int result = number(library.update, map, k, v, 0L);
            if (result != 0) {
                throw new ErrnoException("bpf_map_update_elem", Libc.errno(errno));
            }
        }
    }

    public void remove(int map, int key) {
        try (Arena brief = Arena.ofConfined()) {
            int _ = number(library.delete, map, brief.allocateFrom(INT, key));
        }
    }

    /** A counter in an array; 0 when there is none. */
    public long count(int map, int key) {
        try (Arena brief = Arena.ofConfined()) {
            MemorySegment value = brief.allocate(LONG);
            int found = (int) library.lookup.invokeExact(map, brief.allocateFrom(INT, key), value);
            return found == 0 ? value.get(LONG, 0) : 0;
        } catch (Throwable t) {
            throw Libc.broken("bpf_map_lookup_elem", t);
        }
    }

    /** Opens the ring of that map. Each record is handed over by {@link #consume}. */
    public void ring(int map, Consumer<byte[]> records) throws UnavailableException {
        reader = records;
        try {
            MethodHandle handle =
                    MethodHandles.lookup()
                            .bind(
                                    this,
                                    "hear",
                                    MethodType.methodType(
                                            int.class,
                                            MemorySegment.class,
                                            MemorySegment.class,
                                            long.class));
            MemorySegment stub =
                    Linker.nativeLinker()
                            .upcallStub(
                                    handle,
                                    FunctionDescriptor.of(INT, Libc.POINTER, Libc.POINTER, LONG),
                                    arena);
            ring = pointer("ring", library.ring, map, stub, MemorySegment.NULL, MemorySegment.NULL);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("a method of our own", e);
        }
    }

    /** Readable when there is something in the ring. */
    public int ringDescriptor() {
        try {
            return (int) library.ringDescriptor.invokeExact(ring);
        } catch (Throwable t) {
            throw Libc.broken("ring_buffer__epoll_fd", t);
        }
    }

    /** Hands over what is in the ring, on the caller's thread. One caller at a time. */
    public void consume() {
        try {
            int _ = (int) library.consume.invokeExact(ring);
        } catch (Throwable t) {
            throw Libc.broken("ring_buffer__consume", t);
        }
    }

    /** Called by libbpf. What is thrown here would end this process. */
    @SuppressWarnings("unused") // by its name
    private int hear(MemorySegment context, MemorySegment data, long size) {
        try {
            reader.accept(data.reinterpret(size).toArray(Libc.BYTE));
        } catch (Throwable t) {
            return -1;
        }
        return 0;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (ring.address() != 0) {
            run(library.freeRing, ring);
        }
        Collections.reverse(links);
        links.forEach(link -> number(library.destroy, link));
        run(library.close, object);
        arena.close();
    }

    private MemorySegment pointer(String what, MethodHandle handle, Object... arguments)
            throws UnavailableException {
        MemorySegment result = address(handle, arguments);
        if (result.address() == 0) {
            throw new UnavailableException(what + ": " + Errno.name(Libc.errno(errno)));
        }
        return result;
    }

    private MemorySegment address(MethodHandle handle, Object... arguments) {
        return (MemorySegment) invoke(handle, arguments);
    }

    private int number(MethodHandle handle, Object... arguments) {
        return (int) invoke(handle, arguments);
    }

    private static void run(MethodHandle handle, Object... arguments) {
        try {
            var _ = handle.invokeWithArguments(arguments);
        } catch (Throwable t) {
            throw Libc.broken("libbpf", t);
        }
    }

    private Object invoke(MethodHandle handle, Object... arguments) {
        List<Object> all = new ArrayList<>();
        all.add(errno);
        all.addAll(List.of(arguments));
        try {
            return handle.invokeWithArguments(all);
        } catch (Throwable t) {
            throw Libc.broken("libbpf", t);
        }
    }

    /** The functions of libbpf that are used here. */
    private static final class Library {

        private static final Linker LINKER = Linker.nativeLinker();

        private final SymbolLookup symbols;
        final MethodHandle open;
        final MethodHandle load;
        final MethodHandle next;
        final MethodHandle attach;
        final MethodHandle map;
        final MethodHandle update;
        final MethodHandle delete;
        final MethodHandle lookup;
        final MethodHandle ring;
        final MethodHandle ringDescriptor;
        final MethodHandle consume;
        final MethodHandle destroy;
        final MethodHandle freeRing;
        final MethodHandle close;

        Library(Arena arena) throws UnavailableException {
            try {
                symbols = SymbolLookup.libraryLookup(LIBRARY, arena);
            } catch (IllegalArgumentException e) {
                throw new UnavailableException("no " + LIBRARY + " (Debian package libbpf1)");
            }
            var p = Libc.POINTER;
            open = call("bpf_object__open_mem", FunctionDescriptor.of(p, p, LONG, p));
            load = call("bpf_object__load", FunctionDescriptor.of(INT, p));
            next = call("bpf_object__next_program", FunctionDescriptor.of(p, p, p));
            attach = call("bpf_program__attach", FunctionDescriptor.of(p, p));
            map = call("bpf_object__find_map_fd_by_name", FunctionDescriptor.of(INT, p, p));
            update = call("bpf_map_update_elem", FunctionDescriptor.of(INT, INT, p, p, LONG));
            delete = call("bpf_map_delete_elem", FunctionDescriptor.of(INT, INT, p));
            lookup = plain("bpf_map_lookup_elem", FunctionDescriptor.of(INT, INT, p, p));
            ring = call("ring_buffer__new", FunctionDescriptor.of(p, INT, p, p, p));
            ringDescriptor = plain("ring_buffer__epoll_fd", FunctionDescriptor.of(INT, p));
            consume = plain("ring_buffer__consume", FunctionDescriptor.of(INT, p));
            destroy = call("bpf_link__destroy", FunctionDescriptor.of(INT, p));
            freeRing = plain("ring_buffer__free", FunctionDescriptor.ofVoid(p));
            close = plain("bpf_object__close", FunctionDescriptor.ofVoid(p));
        }

        /** Its own words on standard error would stand in the middle of ours. */
        void silence() throws UnavailableException {
            var p = Libc.POINTER;
            MethodHandle print = plain("libbpf_set_print", FunctionDescriptor.of(p, p));
            try {
                var _ = (MemorySegment) print.invokeExact(MemorySegment.NULL);
            } catch (Throwable t) {
                throw Libc.broken("libbpf_set_print", t);
            }
        }

        private MethodHandle call(String name, FunctionDescriptor shape)
                throws UnavailableException {
            return LINKER.downcallHandle(
                    symbol(name), shape, Linker.Option.captureCallState("errno"));
        }

        private MethodHandle plain(String name, FunctionDescriptor shape)
                throws UnavailableException {
            return LINKER.downcallHandle(symbol(name), shape);
        }

        private MemorySegment symbol(String name) throws UnavailableException {
            return symbols.find(name)
                    .orElseThrow(() -> new UnavailableException("no " + name + " in " + LIBRARY));
        }
    }
}
