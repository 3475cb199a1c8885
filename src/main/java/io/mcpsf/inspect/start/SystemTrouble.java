package io.mcpsf.inspect.start;

import io.mcpsf.inspect.start.StartPlan.Ready;
import io.mcpsf.model.Exit;
import io.mcpsf.model.FileObservation;
import io.mcpsf.model.Observation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Failures of the system around a server: libraries, programs, places to write, services. */
final class SystemTrouble {

    private static final Pattern LIBRARY =
            Pattern.compile(
                    "error while loading shared libraries:"
                        + " (lib[\\w.+-]{1,80})|(lib[\\w.+-]{1,80}\\.so[\\w.]{0,20}): cannot open"
                        + " shared object");
    private static final Pattern READ_ONLY =
            Pattern.compile(
                    "(?:EROFS|EACCES|EPERM)[^\\n"
                            + "]{0,120}?(?:mkdir|open|unlink|rename|copyfile|scandir|access)?[^\\n"
                            + "']{0,20}'(/[^'\\n"
                            + "]{1,300})'|(?:Read-only file system|Permission denied): '(/[^'\\n"
                            + "]{1,300})'|(?:EROFS|[Rr]ead-only file"
                            + " system|SQLITE_READONLY|SQLITE_CANTOPEN|attempt to write a readonly"
                            + " database|unable to open database file)");
    private static final Pattern PROGRAM =
            Pattern.compile(
                    "spawn (\\S{1,100}) ENOENT|(?:^|[\\s:])([\\w.+-]{1,60}): (?:command )?not"
                        + " found|No such file or directory: '([\\w.+-]{1,60})'|'([\\w.+-]{1,60})'"
                        + " is not (?:recognized|installed)|(?i:could not find|cannot"
                        + " find|requires) (?:the )?(?:executable|binary|program|command)"
                        + " ['\"`]?([\\w.+-]{1,60})");
    private static final Pattern SERVICE =
            Pattern.compile(
                    "ECONNREFUSED ([\\d.:\\[\\]a-f]{3,60})|(?:ENOTFOUND|EAI_AGAIN)"
                            + " ([\\w.-]{1,200})");

    private static final Pattern DOWNLOAD =
            Pattern.compile(
                    "(?i)(?:could not|cannot|failed to|unable to|error) ?(?:while"
                            + " )?(?:download|fetch)(?:ing)?[^\\n"
                            + "]{0,160}");

    private static final Pattern DOWNLOADING =
            Pattern.compile("(?<=, in )\\w{0,60}download\\w{0,60}");

    private static final Map<String, List<String>> LIBRARIES =
            Map.ofEntries(
                    Map.entry("libnss3.so", List.of("libnss3")),
                    Map.entry("libnspr4.so", List.of("libnspr4")),
                    Map.entry("libatk-1.0.so.0", List.of("libatk1.0-0")),
                    Map.entry("libatk-bridge-2.0.so.0", List.of("libatk-bridge2.0-0")),
                    Map.entry("libcups.so.2", List.of("libcups2")),
                    Map.entry("libdrm.so.2", List.of("libdrm2")),
                    Map.entry("libgbm.so.1", List.of("libgbm1")),
                    Map.entry("libasound.so.2", List.of("libasound2")),
                    Map.entry("libpango-1.0.so.0", List.of("libpango-1.0-0")),
                    Map.entry("libpangocairo-1.0.so.0", List.of("libpangocairo-1.0-0")),
                    Map.entry("libcairo.so.2", List.of("libcairo2")),
                    Map.entry("libgobject-2.0.so.0", List.of("libglib2.0-0")),
                    Map.entry("libglib-2.0.so.0", List.of("libglib2.0-0")),
                    Map.entry("libgthread-2.0.so.0", List.of("libglib2.0-0")),
                    Map.entry("libGL.so.1", List.of("libgl1")),
                    Map.entry("libX11.so.6", List.of("libx11-6")),
                    Map.entry("libxkbcommon.so.0", List.of("libxkbcommon0")),
                    Map.entry("libsecret-1.so.0", List.of("libsecret-1-0")),
                    Map.entry("libpq.so.5", List.of("libpq5")),
                    Map.entry("libmariadb.so.3", List.of("libmariadb3")),
                    Map.entry("libodbc.so.2", List.of("libodbc2")),
                    Map.entry("libmagic.so.1", List.of("libmagic1")),
                    Map.entry("libffi.so.8", List.of("libffi8")),
                    Map.entry("libvips.so.42", List.of("libvips42")),
                    Map.entry("libsndfile.so.1", List.of("libsndfile1")),
                    Map.entry("libportaudio.so.2", List.of("libportaudio2")),
                    Map.entry("libgomp.so.1", List.of("libgomp1")));
    private static final Map<String, List<String>> PROGRAMS =
            Map.ofEntries(
                    Map.entry("git", List.of("git")),
                    Map.entry("ffmpeg", List.of("ffmpeg")),
                    Map.entry("ffprobe", List.of("ffmpeg")),
                    Map.entry("pandoc", List.of("pandoc")),
                    Map.entry("rg", List.of("ripgrep")),
                    Map.entry("fd", List.of("fd-find")),
                    Map.entry("jq", List.of("jq")),
                    Map.entry("sqlite3", List.of("sqlite3")),
                    Map.entry("psql", List.of("postgresql-client")),
                    Map.entry("dot", List.of("graphviz")),
                    Map.entry("convert", List.of("imagemagick")),
                    Map.entry("tesseract", List.of("tesseract-ocr")),
                    Map.entry("pdftotext", List.of("poppler-utils")),
                    Map.entry("chromium", List.of("chromium")),
                    Map.entry("adb", List.of("adb")),
                    Map.entry("nmap", List.of("nmap")),
                    Map.entry("ssh", List.of("openssh-client")),
                    Map.entry("curl", List.of("curl")),
                    Map.entry("wget", List.of("wget")),
                    Map.entry("unzip", List.of("unzip")));

    private SystemTrouble() {}

    static Optional<Cure> read(Ready tried, String said, List<Observation> seen, Ended how) {
        Matcher library = LIBRARY.matcher(said);
        if (library.find()) {
            String name = first(library);
            return Optional.of(
                    new Cure.NeedsSystemLibrary(name, LIBRARIES.getOrDefault(name, List.of())));
        }
        Matcher readOnly = READ_ONLY.matcher(said);
        if (readOnly.find()) {
            return Optional.of(new Cure.NeedsWritableFolder(first(readOnly)));
        }
        Matcher program = PROGRAM.matcher(said);
        if (program.find()) {
            String name = first(program).replaceFirst(".*/", "");
            return Optional.of(new Cure.NeedsProgram(name, PROGRAMS.getOrDefault(name, List.of())));
        }
        return silent(tried, said, seen, how);
    }

    /** It died without a word after it had tried to write into its own folder. */
    private static Optional<Cure> silent(
            Ready tried, String said, List<Observation> seen, Ended how) {
        if (!(how instanceof Ended.Died(Exit exit)) || !said.isBlank()) {
            return Optional.empty();
        }
        String own = own(tried);
        for (Observation one : seen) {
            String path =
                    switch (one) {
                        case FileObservation.FileOpened o
                                when o.access() == FileObservation.Access.CREATE
                                        || o.access() == FileObservation.Access.WRITE ->
                                o.path();
                        case FileObservation.FileActed acted -> acted.path();
                        default -> "";
                    };
            if (!own.isEmpty() && path.startsWith(own)) {
                return Optional.of(new Cure.NeedsWritableFolder(path));
            }
        }
        return exit.equals(new Exit.Code(0))
                ? Optional.empty()
                : Optional.of(new Cure.NeedsWritableFolder(""));
    }

    /** The folder that the tree is shown at: the first two names of a path in the command. */
    private static String own(Ready tried) {
        return tried.argv().stream()
                .filter(word -> word.matches("/[^/]+/[^/]+/.*"))
                .map(word -> word.replaceFirst("^(/[^/]+/[^/]+/).*", "$1"))
                .filter(folder -> !folder.startsWith("/usr/"))
                .findFirst()
                .orElse("");
    }

    /** It failed somewhere below a function whose name says what it does. */
    static Optional<Cure> downloading(String said) {
        Matcher function = DOWNLOADING.matcher(said);
        return function.find()
                ? Optional.of(
                        Diagnosis.broken("a download at start-up failed, in " + function.group()))
                : Optional.empty();
    }

    /** A service or a download that it cannot do without. */
    static Optional<Cure> network(String said) {
        Matcher download = DOWNLOAD.matcher(said);
        if (download.find()) {
            return Optional.of(
                    Diagnosis.broken(
                            "a download at start-up failed: " + Diagnosis.quote(download.group())));
        }
        Matcher service = SERVICE.matcher(said);
        return service.find()
                ? Optional.of(
                        Diagnosis.broken(
                                "it needs a service that does not answer: " + first(service)))
                : Optional.empty();
    }

    private static String first(Matcher matcher) {
        for (int group = 1; group <= matcher.groupCount(); group++) {
            String text = matcher.group(group);
            if (text != null) {
                return text;
            }
        }
        return "";
    }
}
