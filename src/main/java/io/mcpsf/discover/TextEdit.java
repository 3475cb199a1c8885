package io.mcpsf.discover;

import java.util.Comparator;
import java.util.List;

/** One stretch of a text and what stands there afterwards. */
public record TextEdit(int start, int end, String words) {

    static TextEdit insert(int at, String words) {
        return new TextEdit(at, at, words);
    }

    /** The text after all of them; no two may overlap. */
    public static String apply(String text, List<TextEdit> edits) {
        var changed = new StringBuilder(text);
        edits.stream()
                .sorted(Comparator.comparingInt(TextEdit::start).reversed())
                .forEach(edit -> changed.replace(edit.start(), edit.end(), edit.words()));
        return changed.toString();
    }
}
