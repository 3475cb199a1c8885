package io.mcpsf.bait;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Messages of one form that went the same way, and may carry a secret in pieces: a few characters
 * each, at the same place in every message, in any order that a number beside them tells. Each
 * place is joined over the messages, forwards and backwards and by each number, and searched as one
 * text. A search is made at certain counts only, so that a flood costs little for each message.
 */
public final class Pieces {

    /** Roads that are remembered; the one that was used longest ago goes first. */
    private static final int MOST_ROADS = 512;

    /** What all of them may hold, in bytes and roughly. */
    private static final long MOST_HELD = 16L << 20;

    private static final int MOST_MESSAGES = 128;
    private static final int MOST_TOKENS = 48;
    private static final int LONGEST = 2048;

    /** Up to here every message is a reason to search, then every fourth, then few. */
    private static final int FEW = 16;

    private static final int MANY = 64;
    private static final int FLOOD = 1024;

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_]{1,64}");
    private static final Pattern NUMBERED = Pattern.compile("([0-9]{1,4})([A-Za-z_].*)");

    private final CanaryFinder finder;
    private final Map<String, Road> roads = new LinkedHashMap<>(16, 0.75f, true);
    private long held;

    private static final class Road {
        private final Deque<List<String>> messages = new ArrayDeque<>();
        private long count;
        private long held;
    }

    public Pieces(CanaryFinder finder) {
        this.finder = finder;
    }

    /** What this message brings to light together with those of the same form before it. */
    public synchronized List<Found> text(String road, String hostile) {
        String text = hostile.length() > LONGEST ? hostile.substring(0, LONGEST) : hostile;
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        while (matcher.find() && tokens.size() < MOST_TOKENS) {
            tokens.add(matcher.group());
        }
        return tokens.isEmpty() ? List.of() : add(road + "\0" + tokens.size(), List.copyOf(tokens));
    }

    /** The same of binary messages: each byte is a place of its own. */
    public synchronized List<Found> bytes(String road, byte[] hostile) {
        if (hostile.length == 0 || hostile.length > LONGEST) {
            return List.of();
        }
        String text = new String(hostile, StandardCharsets.ISO_8859_1);
        return add(road + "\0b" + hostile.length, List.of(text));
    }

    /** The same of a number that is data: a length, a port, a part of an address. */
    public synchronized List<Found> number(String road, int value) {
        return add(road + "\0n", List.of(String.valueOf((char) (value & 0xff))));
    }

    private List<Found> add(String road, List<String> tokens) {
        Road known = roads.computeIfAbsent(road, _ -> new Road());
        known.messages.addLast(tokens);
        known.count++;
        hold(known, weight(tokens));
        if (known.messages.size() > MOST_MESSAGES) {
            hold(known, -weight(known.messages.removeFirst()));
        }
        makeRoom();
        int often = often(known.count);
        if (known.count < 2 || known.count % often != 0) {
            return List.of();
        }
        List<Found> found = finder.findInJoined(joined(List.copyOf(known.messages)));
        if (!found.isEmpty()) {
            // Else every message that follows would be told as if it held the secret again.
            hold(known, -known.held);
            roads.remove(road);
        }
        return found;
    }

    private void hold(Road road, long more) {
        road.held += more;
        held += more;
    }

    private void makeRoom() {
        var eldest = roads.values().iterator();
        while (roads.size() > 1 && (roads.size() > MOST_ROADS || held > MOST_HELD)) {
            held -= eldest.next().held;
            eldest.remove();
        }
    }

    private static long weight(List<String> tokens) {
        return tokens.stream().mapToLong(token -> 56L + token.length()).sum();
    }

    /** A search costs as much as many messages; no piece leaves before it was searched once. */
    private static int often(long count) {
        if (count <= FEW) {
            return 1;
        }
        if (count <= MANY) {
            return 4;
        }
        return count <= FLOOD ? 32 : MOST_MESSAGES;
    }

    /** All places in all orders, one text under the other. */
    private static byte[] joined(List<List<String>> messages) {
        var all = new StringBuilder();
        join(all, messages);
        join(all, messages.reversed());
        int places = messages.getFirst().size();
        for (int place = 0; place < places; place++) {
            int at = place;
            if (messages.stream().allMatch(message -> message.get(at).matches("[0-9]{1,9}"))) {
                join(all, sorted(messages, message -> Integer.parseInt(message.get(at))));
            } else if (messages.stream()
                    .allMatch(message -> NUMBERED.matcher(message.get(at)).matches())) {
                join(all, unnumbered(messages, at));
            }
        }
        return all.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void join(StringBuilder all, List<List<String>> messages) {
        int places = messages.getFirst().size();
        for (int place = 0; place < places; place++) {
            String first = messages.getFirst().get(place);
            boolean constant = true;
            var joined = new StringBuilder();
            for (List<String> message : messages) {
                constant &= message.get(place).equals(first);
                joined.append(message.get(place));
            }
            if (!constant) {
                all.append(varying(messages, place, joined)).append('\n');
            }
        }
    }

    /** Of texts of equal length only the columns that change, beside the whole. */
    private static String varying(List<List<String>> messages, int place, CharSequence joined) {
        String first = messages.getFirst().get(place);
        int length = first.length();
        if (messages.stream().anyMatch(message -> message.get(place).length() != length)) {
            return joined.toString();
        }
        boolean[] varies = new boolean[length];
        boolean all = true;
        for (int i = 0; i < length; i++) {
            int column = i;
            varies[i] =
                    messages.stream()
                            .anyMatch(m -> m.get(place).charAt(column) != first.charAt(column));
            all &= varies[i];
        }
        var columns = new StringBuilder(joined);
        if (!all) {
            columns.append('\n');
            for (List<String> message : messages) {
                for (int i = 0; i < length; i++) {
                    if (varies[i]) {
                        columns.append(message.get(place).charAt(i));
                    }
                }
            }
        }
        return columns.toString();
    }

    /** Pieces that begin with their number, by it and without it. */
    private static List<List<String>> unnumbered(List<List<String>> messages, int place) {
        record Numbered(int number, String rest) {}
        return messages.stream()
                .map(message -> NUMBERED.matcher(message.get(place)))
                .filter(Matcher::matches)
                .map(m -> new Numbered(Integer.parseInt(m.group(1)), m.group(2)))
                .sorted(Comparator.comparingInt(Numbered::number))
                .map(numbered -> List.of(numbered.rest()))
                .toList();
    }

    private static List<List<String>> sorted(
            List<List<String>> messages, ToIntFunction<List<String>> number) {
        return messages.stream().sorted(Comparator.comparingInt(number)).toList();
    }
}
