package io.mcpsf.broker.privacy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Streets with a number, as they are written in a few languages, with the town that follows. */
final class PostalAddresses implements Recogniser {

    private static final String WORD = "\\p{Lu}\\p{L}[\\p{L}'’.-]{0,29}";
    private static final String TOWN =
            "(?:,? (?:[A-Z]{1,2}-)?\\d{4,5}(?:-\\d{4})? " + WORD + "(?: " + WORD + "){0,2})?";

    private static final List<Pattern> FORMS =
            List.of(
                    Pattern.compile(
                            "(?<![\\p{L}\\p{N}])\\d{1,5}[A-Za-z]? (?:"
                                    + WORD
                                    + " |\\d{1,3}(?:st|nd|rd|th)"
                                    + " ){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Lane"
                                    + "|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Place|Pl|Square|Sq|Way|Terrace"
                                    + "|Close|Crescent|Highway|Hwy|Parkway|Pkwy|Row|Gardens)(?![\\p{L}])\\.?(?:,?"
                                    + " (?:Apt|Apartment|Suite|Unit|Flat|#) ?\\w{1,6})?(?:, "
                                    + WORD
                                    + "(?: "
                                    + WORD
                                    + "){0,2})?(?:,? [A-Z]{2} \\d{5}(?:-\\d{4})?|,?"
                                    + " [A-Z]{1,2}\\d[A-Z\\d]? \\d[A-Z]{2})?"),
                    Pattern.compile(
                            "(?<![\\p{L}\\p{N}])(?:(?:Am|An der|Auf der|In"
                                + " der|Alte|Neue|Große|Kleine) )?"
                                + "\\p{Lu}[\\p{L}-]{1,30}(?:straße|strasse|str\\.|weg|platz|allee|gasse"
                                + "|ring|damm|ufer|chaussee|straat|laan|plein|gracht|kade|gatan|vägen|gade|vej)"
                                + " \\d{1,4} ?[a-zA-Z]?(?![\\p{L}\\p{N}])"
                                    + TOWN),
                    Pattern.compile(
                            "(?<![\\p{L}\\p{N}])\\p{Lu}[\\p{L}-]{1,30}"
                                    + " (?:Straße|Strasse|Weg|Platz|Allee|Ring|Damm|Ufer) \\d{1,4}"
                                    + " ?[a-z]?(?![\\p{L}\\p{N}])"
                                    + TOWN),
                    Pattern.compile(
                            "(?<![\\p{L}\\p{N}])\\d{1,4}(?: bis| ter)?,?"
                                + " (?:rue|avenue|boulevard|place|chemin|impasse|allée|quai|cours)"
                                + " (?:de la |de l['’]|du |des |de |d['’])?"
                                    + WORD
                                    + "(?: "
                                    + WORD
                                    + "){0,3}"
                                    + TOWN),
                    Pattern.compile(
                            "(?<![\\p{L}\\p{N}])(?:Calle|Avenida|Paseo|Plaza|Via|Viale|Piazza|Corso|Rua|Ulica|ul\\.)"
                                + " (?:de la |de |del |da |do |dei )?"
                                    + WORD
                                    + "(?: "
                                    + WORD
                                    + "){0,3},? (?:n[.ºo°]{1,2} ?)?\\d{1,4}(?![\\p{N}])"
                                    + TOWN));

    @Override
    public List<Span> find(String hostile) {
        var found = new ArrayList<Span>();
        for (Pattern form : FORMS) {
            Matcher each = form.matcher(hostile);
            while (each.find()) {
                found.add(new Span(each.start(), each.end(), PersonalKind.ADDRESS));
            }
        }
        return found;
    }
}
