package io.mcpsf.linux;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The names and numbers of the system calls of Linux on one machine. */
public final class CallNames {

    private static final CallNames OURS = read(Machine.ours());

    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<Integer, String> names = new HashMap<>();

    private CallNames() {}

    /** Those of the machine we run on. */
    public static CallNames ours() {
        return OURS;
    }

    public static CallNames of(Machine machine) {
        return machine == Machine.ours() ? OURS : read(machine);
    }

    public boolean has(String name) {
        return numbers.containsKey(name);
    }

    public Set<String> all() {
        return Set.copyOf(numbers.keySet());
    }

    /** The number of a call we know by name. */
    public int number(String name) {
        Integer number = numbers.get(name);
        if (number == null) {
            throw new IllegalArgumentException("no such system call: " + name);
        }
        return number;
    }

    /** The name of a call, or words with its number when it has none that we know. */
    public String name(int number) {
        return names.getOrDefault(number, "call " + Integer.toUnsignedString(number));
    }

    private static CallNames read(Machine machine) {
        String resource = "calls-" + machine.label() + ".txt";
        var table = new CallNames();
        try (InputStream in = CallNames.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("not packaged: " + resource);
            }
            for (String line :
                    new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList()) {
                if (!line.startsWith("#")) {
                    String[] words = line.split(" ");
                    table.numbers.put(words[1], Integer.valueOf(words[0]));
                    table.names.put(Integer.valueOf(words[0]), words[1]);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return table;
    }
}
