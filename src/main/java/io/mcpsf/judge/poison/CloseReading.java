package io.mcpsf.judge.poison;

import io.mcpsf.judge.poison.DemandedActs.Pattern;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The texts of one server: those whose words or acts could be those of a poisoned one are read a
 * second time, by those who know their language. That takes a second or more for each, so of one
 * server so much is read at most, the most suspicious first.
 */
public final class CloseReading {

    /** Letters; honest servers have a handful of such texts of two or three hundred each. */
    private static final int MOST_OF_A_SERVER = 3_000;

    /** Below these odds by its words a text is not read again: so is nearly every honest one. */
    private static final double WORTH = -3.0;

    /** In data where no model is spoken to, an order is most often one to people. */
    private static final double UNHEEDED = 0.5;

    private static final Comparator<FirstReading> MOST_SUSPICIOUS_FIRST =
            Comparator.comparing((FirstReading text) -> actsLikely(text))
                    .thenComparingDouble(text -> text.words().odds())
                    .reversed();

    private final Reading reading;
    private int left;

    /** How much a text is like poisoned ones to a reader, as odds. */
    interface Reading {
        double of(TrainedReader reader, String text);
    }

    /** A text and where it stands. */
    public record Text(String hostile, TextPlace place) {}

    /**
     * What texts came to.
     *
     * @param once suspicious ones for which there was no room to be read twice
     */
    public record Read<K>(Map<K, Suspicion> suspicions, List<K> once) {
        public Read {
            suspicions = Collections.unmodifiableMap(new LinkedHashMap<>(suspicions));
            once = List.copyOf(once);
        }
    }

    CloseReading(int letters, Reading reading) {
        left = letters;
        this.reading = reading;
    }

    /** What one server says, read. */
    public static <K> Read<K> ofOneServer(Map<K, Text> texts) {
        return new CloseReading(MOST_OF_A_SERVER, TrainedReader::read).of(texts);
    }

    <K> Read<K> of(Map<K, Text> texts) {
        Map<K, FirstReading> first = new LinkedHashMap<>();
        texts.forEach((key, t) -> first.put(key, SuspicionReader.of(t.hostile(), t.place())));
        Map<K, Suspicion> read = new LinkedHashMap<>();
        first.forEach((key, text) -> read.put(key, text.alone()));
        List<K> once = new ArrayList<>();
        first.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(MOST_SUSPICIOUS_FIRST))
                .forEach(
                        text ->
                                again(text.getValue())
                                        .ifPresentOrElse(
                                                p ->
                                                        read.put(
                                                                text.getKey(),
                                                                text.getValue().weighed(p)),
                                                () -> once.add(text.getKey())));
        return new Read<>(read, once);
    }

    /**
     * What is most suspicious is read: by its words, and by what is demanded elsewhere in the text.
     * Nothing where a text should be read and there is no room.
     */
    Optional<Pattern> again(FirstReading text) {
        Pattern words = text.words();
        boolean worth = words.odds() >= WORTH || actsLikely(text);
        if (!worth || words.equals(Pattern.NONE)) {
            return Optional.of(words);
        }
        Optional<Passage> passage = Passage.around(text.plain(), words.at());
        if (passage.isPresent() && left <= 0) {
            return Optional.empty();
        }
        Pattern read = passage.map(p -> read(p, text, words)).orElse(words);
        Optional<Pattern> elsewhere =
                act(text)
                        .filter(act -> passage.stream().noneMatch(p -> p.holds(act.at())))
                        .map(act -> new Pattern(words.odds(), false, act.at(), act.quote()))
                        .flatMap(
                                act ->
                                        Passage.around(text.plain(), act.at())
                                                .map(p -> read(p, text, act)));
        return elsewhere
                .filter(act -> act.odds() > read.odds() || !read.again())
                .or(() -> Optional.of(read));
    }

    private static boolean actsLikely(FirstReading text) {
        return text.acts().score() >= Suspicion.LIKELY;
    }

    private static Optional<Hint> act(FirstReading text) {
        return actsLikely(text) ? text.acts().weightiest().stream().findFirst() : Optional.empty();
    }

    private Pattern read(Passage passage, FirstReading text, Pattern around) {
        int letters = Tongue.letters(passage.text());
        double odds =
                passage.tongue()
                        .odds(
                                around.odds(),
                                reader -> {
                                    left -= (int) (letters * reader.cost());
                                    return reading.of(reader, passage.text());
                                });
        return new Pattern(
                text.heeded() ? odds : odds - UNHEEDED, true, around.at(), around.quote());
    }

    @Override
    public String toString() {
        return "%d letters left".formatted(left);
    }
}
