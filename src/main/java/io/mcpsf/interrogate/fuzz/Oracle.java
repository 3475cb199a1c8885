package io.mcpsf.interrogate.fuzz;

import io.mcpsf.json.Json;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.NetworkObservation.MailSent;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.ProtocolObservation.AttackAnswered;
import io.mcpsf.model.ProtocolObservation.LogWritten;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.DnsAsked;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Knows the effects of one kind of hostile value, first of all by what the kernel saw. */
enum Oracle {

    /** Our own program ran, with our own argument and nothing else: only a shell does that. */
    EXECUTED {
        @Override
        Optional<Hit> look(Look look) {
            String path = look.path();
            List<Seen> seen =
                    look.seen(
                            ProcessStarted.class,
                            started ->
                                    started.argv().size() == 2
                                            && Traced.name(started.argv().getFirst())
                                                    .equals("touch")
                                            && started.argv().getLast().equals(path));
            return look.hit("the injected command touch " + path + " was run", seen);
        }
    },

    /** A program that was given our value as an option obeyed it and made our file. */
    OBEYED {
        @Override
        Optional<Hit> look(Look look) {
            String path = look.path();
            List<Seen> given =
                    look.seen(
                            ProcessStarted.class,
                            started ->
                                    started.argv().stream()
                                            .skip(1)
                                            .anyMatch(
                                                    word ->
                                                            word.startsWith("-")
                                                                    && word.contains(path)));
            List<Seen> made =
                    look.seen(
                            FileOpened.class,
                            opened ->
                                    opened.path().equals(path) && opened.access() == Access.CREATE);
            if (given.isEmpty() || made.isEmpty()) {
                return EXECUTED.look(look);
            }
            var both = new ArrayList<>(given);
            both.addAll(made);
            return look.hit("a program parsed it as an option and created " + path, both);
        }
    },

    /** Exactly our path was opened, though it only stood inside of something else. */
    OPENED {
        @Override
        Optional<Hit> look(Look look) {
            String path = look.path();
            List<Seen> seen = new ArrayList<>();
            seen.addAll(look.seen(FileOpened.class, opened -> opened.path().equals(path)));
            seen.addAll(look.seen(FileActed.class, acted -> acted.path().equals(path)));
            if (seen.isEmpty()) {
                return EXECUTED.look(look);
            }
            return look.hit("the file " + path + " was opened", seen);
        }
    },

    /** Our path was opened, or our name asked for: an external entity was resolved. */
    RESOLVED {
        @Override
        Optional<Hit> look(Look look) {
            Optional<Hit> opened = OPENED.look(look);
            if (opened.isPresent()) {
                return opened;
            }
            String name = look.result().mark().nonce() + ".site.example";
            List<Seen> seen = look.seen(DnsAsked.class, asked -> asked.name().startsWith(name));
            return look.hit("the host name " + name + " was looked up", seen);
        }
    },

    /** The machine itself, or the metadata service of a cloud, was reached. */
    REACHED {
        @Override
        Optional<Hit> look(Look look) {
            List<Seen> own = look.sightings().toOwnPort(look.result().mark().port());
            if (!own.isEmpty()) {
                return look.hit(
                        "the server connected to localhost port %d"
                                .formatted(look.result().mark().port()),
                        own);
            }
            List<Seen> seen =
                    look.seen(RequestSent.class, request -> METADATA.matcher(request.url()).find());
            return look.hit("the server queried the cloud metadata service", seen);
        }
    },

    /** A line of our own stood in the head of a request or a mail. */
    HEADED {
        @Override
        Optional<Hit> look(Look look) {
            Pattern line = Pattern.compile("(?im)^x-" + look.result().mark().nonce() + ":");
            List<Seen> seen = new ArrayList<>();
            seen.addAll(look.seen(RequestSent.class, r -> line.matcher(r.headers()).find()));
            seen.addAll(look.seen(MailSent.class, m -> line.matcher(m.body()).find()));
            return look.hit("the injected header was sent", seen);
        }
    },

    /** A line of the log begins with what stood behind a line break of ours. */
    LOGGED {
        @Override
        Optional<Hit> look(Look look) {
            String line = look.result().mark().nonce() + " INFO signed in";
            List<Seen> seen = look.seen(LogWritten.class, log -> log.line().startsWith(line));
            return look.hit("the injected line appeared in the log", seen);
        }
    },

    /** The answer holds what only evaluating our value gives. */
    ANSWERED {
        @Override
        Optional<Hit> look(Look look) {
            String expected = look.payload().expected(look.result().mark());
            boolean told =
                    !expected.isEmpty()
                            && look.result().text().contains(expected)
                            && !look.result().payload().contains(expected)
                            && !look.traced().result().text().contains(expected);
            return told
                    ? look.hit("the answer contained " + expected, look.answer())
                    : Optional.empty();
        }
    },

    /** Our markup came back inside of markup, as it was. */
    MARKED_UP {
        @Override
        Optional<Hit> look(Look look) {
            String payload = look.result().payload();
            String text = look.result().text();
            boolean told =
                    text.contains(payload)
                            && look.result().answer()
                                    == io.mcpsf.model.ProtocolObservation.Answer.RESULT
                            && MARKUP.matcher(text.replace(payload, "")).find();
            return told
                    ? look.hit("the script was returned unescaped in HTML", look.answer())
                    : Optional.empty();
        }
    },

    /** Nothing but a crash or a hang shows it, which the attack itself notices. */
    SURVIVED {
        @Override
        Optional<Hit> look(Look look) {
            return Optional.empty();
        }
    };

    /** Asked for with every value that is sent. */
    private static final Map<String, Oracle> NAMES =
            Stream.of(values())
                    .collect(
                            Collectors.toUnmodifiableMap(
                                    oracle ->
                                            oracle.name()
                                                    .toLowerCase(Locale.ROOT)
                                                    .replace('_', '-'),
                                    oracle -> oracle));

    private static final Pattern METADATA =
            Pattern.compile("^https?://(169\\.254\\.169\\.254|metadata\\.google\\.internal)[:/]");

    private static final Pattern MARKUP =
            Pattern.compile(
                    "<(!doctype"
                        + " html|html|head|body|div|p|h[1-6]|span|table|td|li|ul|form|section)\\b",
                    Pattern.CASE_INSENSITIVE);

    /** Names of places that are made to take an address. */
    static final Set<String> ADDRESSES =
            Set.of(
                    "url",
                    "urls",
                    "uri",
                    "link",
                    "links",
                    "href",
                    "endpoint",
                    "website",
                    "webpage",
                    "page",
                    "site",
                    "webhook");

    private static final Pattern SAYS_ADDRESS =
            Pattern.compile("(?i)\\burl|\\buri\\b|https?:|\\bweb ?(page|site|address)|\\bendpoint");

    /** A place that says by its name, its format or its description that it takes an address. */
    static boolean takesAddresses(AttackTarget target) {
        return target.words().stream().anyMatch(ADDRESSES::contains)
                || Json.text(target.schema(), "format").startsWith("ur")
                || SAYS_ADDRESS.matcher(Json.text(target.schema(), "description")).find();
    }

    abstract Optional<Hit> look(Look look);

    /** False when nothing at all was seen of a value whose effect only the sensors tell. */
    boolean worth(AttackResult result, Sightings sightings) {
        return byAnswer()
                || !sightings.with(result.mark().nonce()).isEmpty()
                || !sightings.toOwnPort(result.mark().port()).isEmpty();
    }

    /** True when the effect shows in the answer alone, which every try must then repeat. */
    boolean byAnswer() {
        return this == ANSWERED || this == MARKED_UP;
    }

    static Oracle named(String word) {
        return Optional.ofNullable(NAMES.get(word))
                .orElseThrow(() -> new IllegalStateException("no oracle is called " + word));
    }

    /** A hostile value that was sent, what a plain one did, and all that was seen of both. */
    record Look(
            AttackFamily family,
            AttackFamily.Payload payload,
            AttackResult result,
            Traced traced,
            Sightings sightings) {

        String path() {
            return result.mark().path();
        }

        <T> List<Seen> seen(Class<T> kind, Predicate<T> fits) {
            return sightings.with(result.mark().nonce()).stream()
                    .filter(seen -> kind.isInstance(seen.what()))
                    .filter(seen -> fits.test(kind.cast(seen.what())))
                    .toList();
        }

        List<Seen> answer() {
            return sightings.with(result.mark().nonce()).stream()
                    .filter(seen -> seen.what() instanceof AttackAnswered)
                    .toList();
        }

        /** A hit when there is something to show, or when the answer shows it. */
        Optional<Hit> hit(String effect, List<Seen> shown) {
            boolean told = Oracle.named(family.oracle()).byAnswer();
            return shown.isEmpty() && !told
                    ? Optional.empty()
                    : Optional.of(new Hit(family.name(), effect, false, result, shown));
        }
    }
}
