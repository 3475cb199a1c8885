package io.mcpsf.linux;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * The page of code that the kernel gives every program for reading the clock without a system call.
 * Written over in one process, it tells another time of day there; all else about the process stays
 * as it is. Only for x86-64.
 */
public final class Vdso {

    private static final int MOST_BYTES = 64 << 10;
    private static final int PROGRAM_DYNAMIC = 2;
    private static final int DYNAMIC_STRINGS = 5;
    private static final int DYNAMIC_SYMBOLS = 6;
    private static final int SYMBOL_BYTES = 24;
    private static final int MOST_SYMBOLS = 64;

    /**
     * {@code mov eax,228; syscall; test eax,eax; jnz end; cmp edi,2; je end; cmp edi,3; je end;
     * test edi,edi; js end; add qword [rsi],skipped; test edi,edi; jz add; cmp edi,5; jne end; add:
     * add qword [rsi],} and then {@code seconds; end: ret}. Clocks 0 and 5 are the time of day; 2,
     * 3 and those below zero count processor time.
     */
    private static final byte[] CLOCK =
            HexFormat.of()
                    .parseHex(
                            "b8e40000000f0585c0752583ff02742083ff03741b85ff7817"
                                    + "4881060000000085ff740583ff057507488106");

    /** Where the seconds that were skipped stand in it. */
    private static final int SKIPPED = 28;

    /**
     * {@code mov eax,96; syscall; test eax,eax; jnz end; test rdi,rdi; jz end; add qword [rdi],}
     * and then {@code seconds; end: ret}.
     */
    private static final byte[] DAY =
            HexFormat.of().parseHex("b8600000000f0585c0750c4885ff7407488107");

    /**
     * {@code mov eax,201; syscall; add rax,} and then {@code seconds; test rdi,rdi; jz end; mov
     * [rdi],rax; end: ret}.
     */
    private static final byte[] TIME = HexFormat.of().parseHex("b8c90000000f054805");

    private final long address;
    private final ByteBuffer image;

    private Vdso(long address, byte[] image) {
        this.address = address;
        this.image = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Moves the time of day of one process ahead, until it executes another program; its children
     * inherit it. The clocks that measure time since some start go on until time is skipped.
     *
     * @throws IOException when the kernel does not let us, or the page is not as we know it
     */
    public static void ahead(int process, int seconds) throws IOException {
        Path memory = Path.of("/proc", Integer.toString(process), "mem");
        try (var file = new RandomAccessFile(memory.toFile(), "rw")) {
            Vdso vdso = read(process, file);
            Map<String, Integer> symbols = vdso.symbols();
            vdso.write(file, symbols, "__vdso_clock_gettime", clockGetTime(seconds));
            vdso.write(file, symbols, "__vdso_gettimeofday", getTimeOfDay(seconds));
            vdso.write(file, symbols, "__vdso_time", time(seconds));
        } catch (IndexOutOfBoundsException e) {
            throw new IOException("the kernel's clock page is not as we know it", e);
        }
    }

    /**
     * Has time pass at once in a process whose time of day was moved before: every clock of it goes
     * on that much later. What sleeps in the kernel by then does not notice; an event loop does
     * when it wakes up, and finds its timers due.
     *
     * @throws IOException when the kernel does not let us, or the page was not changed before
     */
    public static void skip(int process, int seconds) throws IOException {
        Path memory = Path.of("/proc", Integer.toString(process), "mem");
        try (var file = new RandomAccessFile(memory.toFile(), "rw")) {
            Vdso vdso = read(process, file);
            Map<String, Integer> symbols = vdso.symbols();
            vdso.add(file, symbols, "__vdso_clock_gettime", CLOCK, SKIPPED, seconds);
            vdso.add(file, symbols, "__vdso_gettimeofday", DAY, DAY.length, seconds);
            vdso.add(file, symbols, "__vdso_time", TIME, TIME.length, seconds);
        } catch (IndexOutOfBoundsException e) {
            throw new IOException("the kernel's clock page is not as we know it", e);
        }
    }

    /** Adds to the number that stands so far into a function of ours. */
    private void add(
            RandomAccessFile memory,
            Map<String, Integer> symbols,
            String name,
            byte[] ours,
            int within,
            int seconds)
            throws IOException {
        int at = symbols.getOrDefault(name, image.capacity());
        for (int i = 0; i < within; i++) {
            if (image.get(at + i) != ours[i]) {
                throw new IOException("its clock was never moved");
            }
        }
        byte[] sum =
                ByteBuffer.allocate(Integer.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(Math.addExact(image.getInt(at + within), seconds))
                        .array();
        memory.seek(address + at + within);
        memory.write(sum);
    }

    private static Vdso read(int process, RandomAccessFile memory) throws IOException {
        Path maps = Path.of("/proc", Integer.toString(process), "maps");
        try (var lines = Files.lines(maps, StandardCharsets.ISO_8859_1)) {
            String line =
                    lines.filter(each -> each.endsWith("[vdso]"))
                            .findFirst()
                            .orElseThrow(() -> new IOException("it has no clock page"));
            int dash = line.indexOf('-');
            long from = Long.parseUnsignedLong(line.substring(0, dash), 16);
            long to = Long.parseUnsignedLong(line.substring(dash + 1, line.indexOf(' ')), 16);
            byte[] image = new byte[(int) Math.min(to - from, MOST_BYTES)];
            memory.seek(from);
            memory.readFully(image);
            return new Vdso(from, image);
        }
    }

    /** Where each function begins, from the start of the page. */
    private Map<String, Integer> symbols() {
        int strings = 0;
        int table = 0;
        int entry = dynamic();
        while (image.getLong(entry) != 0) {
            switch ((int) image.getLong(entry)) {
                case DYNAMIC_STRINGS -> strings = (int) image.getLong(entry + 8);
                case DYNAMIC_SYMBOLS -> table = (int) image.getLong(entry + 8);
                default -> {
                    // Not needed.
                }
            }
            entry += 16;
        }
        Map<String, Integer> found = new HashMap<>();
        for (int i = 0; i < MOST_SYMBOLS && table + i * SYMBOL_BYTES < strings; i++) {
            int symbol = table + i * SYMBOL_BYTES;
            String name = string(strings + image.getInt(symbol));
            found.put(name, (int) image.getLong(symbol + 8));
        }
        return found;
    }

    private int dynamic() {
        int headers = (int) image.getLong(32);
        int count = image.getShort(56);
        for (int i = 0; i < count; i++) {
            int header = headers + i * 56;
            if (image.getInt(header) == PROGRAM_DYNAMIC) {
                return (int) image.getLong(header + 8);
            }
        }
        throw new IndexOutOfBoundsException("no dynamic section");
    }

    private String string(int at) {
        int end = at;
        while (image.get(end) != 0) {
            end++;
        }
        return new String(image.array(), at, end - at, StandardCharsets.ISO_8859_1);
    }

    private void write(
            RandomAccessFile memory, Map<String, Integer> symbols, String name, byte[] code)
            throws IOException {
        Integer at = symbols.get(name);
        if (at == null) {
            throw new IOException("the kernel's clock page has no " + name);
        }
        memory.seek(address + at);
        memory.write(code);
    }

    private static byte[] clockGetTime(int seconds) {
        return code(CLOCK, seconds, "c3");
    }

    private static byte[] getTimeOfDay(int seconds) {
        return code(DAY, seconds, "c3");
    }

    private static byte[] time(int seconds) {
        return code(TIME, seconds, "4885ff7403488907c3");
    }

    private static byte[] code(byte[] head, int seconds, String after) {
        byte[] tail = HexFormat.of().parseHex(after);
        return ByteBuffer.allocate(head.length + Integer.BYTES + tail.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(head)
                .putInt(seconds)
                .put(tail)
                .array();
    }
}
