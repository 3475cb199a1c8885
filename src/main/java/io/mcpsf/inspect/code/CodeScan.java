package io.mcpsf.inspect.code;

import io.mcpsf.inspect.code.CodeFiles.CodeFile;
import io.mcpsf.inspect.code.find.CodeFindings;
import io.mcpsf.inspect.code.find.Finder;
import io.mcpsf.inspect.code.parser.Language;
import io.mcpsf.inspect.code.parser.Parser;
import io.mcpsf.inspect.code.parser.ParserException;
import io.mcpsf.inspect.code.parser.Parsing;
import io.mcpsf.inspect.code.parser.SyntaxTree;
import io.mcpsf.inspect.code.parser.TangledException;
import io.mcpsf.model.Sha256;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads the code of a tree with one parser for each core. What holds nothing of interest is not
 * parsed, what lies there twice is read once, and a file that no parser survives is told as unread.
 */
public final class CodeScan {

    /** For a whole tree; the largest real one takes a quarter of it. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int MOST_HANDS = 4;
    private static final long LARGEST = 16L << 20;

    /**
     * Megabytes of text at the same time: a tree takes ten times its text, and our heap is small.
     */
    private static final int ROOM = 17;

    private final Path program;
    private final int hands;
    private final Interest node = Interest.node();
    private final Interest python = Interest.python();
    private final Map<String, FileResult> byContent = new ConcurrentHashMap<>();
    private final Semaphore room = new Semaphore(ROOM);
    private final Map<Long, Integer> bySize = new HashMap<>();
    private final long deadline;

    /** What became of one file; {@code why} is empty unless it could not be read. */
    record FileResult(CodeFile file, CodeFindings found, boolean parsed, String why) {
        FileResult of(CodeFile other) {
            return new FileResult(other, found, parsed, why);
        }
    }

    private CodeScan(Path program, int hands) {
        this.program = program;
        this.hands = hands;
        this.deadline = System.nanoTime() + PATIENCE.toNanos();
    }

    /** Reads a tree. Throws a {@link ParserException} when the parser does not even start. */
    public static CodeReport read(Path root, Owners owners, Path program)
            throws IOException, InterruptedException {
        int cores = Runtime.getRuntime().availableProcessors();
        return read(root, owners, program, Math.clamp(cores, 1, MOST_HANDS));
    }

    /** As above, with so many parsers at once. */
    static CodeReport read(Path root, Owners owners, Path program, int hands)
            throws IOException, InterruptedException {
        CodeFiles files = CodeFiles.in(root, owners);
        List<FileResult> results = new CodeScan(program, hands).all(files.files());
        return CodeReport.of(results, files.cut());
    }

    private List<FileResult> all(List<CodeFile> files) throws InterruptedException {
        // The largest first, so that no core waits for another at the end.
        List<CodeFile> queue = new ArrayList<>(files);
        // Only what is as long as another can be the same.
        files.forEach(file -> bySize.merge(file.bytes(), 1, Integer::sum));
        queue.sort(
                Comparator.comparingLong(CodeFile::bytes).reversed().thenComparing(CodeFile::path));
        var next = new AtomicInteger();
        List<FileResult> results = new ArrayList<>();
        try (var tasks = Executors.newFixedThreadPool(hands)) {
            List<Future<List<FileResult>>> parts = new ArrayList<>();
            for (int hand = 0; hand < hands; hand++) {
                parts.add(tasks.submit(() -> work(queue, next)));
            }
            for (Future<List<FileResult>> part : parts) {
                results.addAll(part.get());
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException ours) {
                throw ours;
            }
            throw new ParserException("the code could not be read", e);
        }
        results.sort(Comparator.comparing(r -> r.file().path()));
        return results;
    }

    private List<FileResult> work(List<CodeFile> queue, AtomicInteger next)
            throws InterruptedException {
        List<FileResult> done = new ArrayList<>();
        try (var parser = new Parser(program)) {
            for (int i = next.getAndIncrement(); i < queue.size(); i = next.getAndIncrement()) {
                CodeFile file = queue.get(i);
                int megabytes = (int) Math.min(LARGEST, file.bytes()) / (1 << 20) + 1;
                room.acquire(megabytes);
                try {
                    done.add(one(file, parser));
                } finally {
                    room.release(megabytes);
                }
            }
        }
        return done;
    }

    private FileResult one(CodeFile file, Parser parser) {
        boolean named = CodeFiles.byName(file.path()).isPresent();
        if (file.bytes() > LARGEST) {
            return new FileResult(
                    file, CodeFindings.nothing(), false, named ? "it is larger than 16 MB" : "");
        }
        if (System.nanoTime() > deadline) {
            return new FileResult(file, CodeFindings.nothing(), false, "there was no time left");
        }
        byte[] text;
        try {
            text = Files.readAllBytes(file.file());
        } catch (IOException e) {
            return new FileResult(
                    file, CodeFindings.nothing(), false, named ? "it cannot be read" : "");
        }
        if (file.path().endsWith("binding.gyp")) {
            return marked(file, Gyp.marks(text));
        }
        if (CodeFiles.machineCode(text)) {
            return marked(
                    file, List.of(new CodeFindings.Mark("machine-code", "machine code", 1, "")));
        }
        Optional<Language> language =
                CodeFiles.byName(file.path()).or(() -> CodeFiles.byContent(text));
        if (language.isEmpty()) {
            return marked(file, List.of());
        }
        if (bySize.getOrDefault(file.bytes(), 1) == 1) {
            return read(file, text, language.get(), parser);
        }
        String key = Sha256.of(text).hex() + language.get() + file.own();
        FileResult known = byContent.get(key);
        if (known != null) {
            return known.of(file);
        }
        FileResult result = read(file, text, language.get(), parser);
        byContent.put(key, result);
        return result;
    }

    private FileResult read(CodeFile file, byte[] text, Language language, Parser parser) {
        List<CodeFindings.Mark> concealed = Finder.concealed(text);
        // Of the server's own code everything is read, and of the rest what could matter.
        Interest interest = language == Language.PYTHON ? python : node;
        if (!file.own() && !interest.in(text)) {
            return marked(file, concealed);
        }
        return switch (parser.parse(language, text)) {
            case Parsing.Parsed(var tree) -> found(file, tree, language, concealed);
            case Parsing.Failed(String why) ->
                    new FileResult(
                            file, new CodeFindings(Map.of(), List.of(), concealed), false, why);
        };
    }

    private static FileResult found(
            CodeFile file, SyntaxTree tree, Language language, List<CodeFindings.Mark> concealed) {
        try {
            CodeFindings found = Finder.in(tree, language, file.own());
            List<CodeFindings.Mark> marks = new ArrayList<>(found.marks());
            marks.addAll(concealed);
            return new FileResult(
                    file, new CodeFindings(found.powers(), found.flows(), marks), true, "");
        } catch (TangledException e) {
            return new FileResult(
                    file,
                    new CodeFindings(Map.of(), List.of(), concealed),
                    true,
                    "it takes too long to analyse");
        }
    }

    private static FileResult marked(CodeFile file, List<CodeFindings.Mark> marks) {
        return new FileResult(file, new CodeFindings(Map.of(), List.of(), marks), false, "");
    }
}
