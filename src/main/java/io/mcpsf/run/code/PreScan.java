package io.mcpsf.run.code;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.CodeRules;
import io.mcpsf.exec.ScanFinding;
import io.mcpsf.inspect.code.find.CodeActs;
import io.mcpsf.inspect.code.parser.Language;
import io.mcpsf.inspect.code.parser.Parser;
import io.mcpsf.inspect.code.parser.ParserException;
import io.mcpsf.inspect.code.parser.Parsing;
import io.mcpsf.inspect.code.parser.TangledException;
import io.mcpsf.model.CodeAct;
import io.mcpsf.model.CodeRule;
import io.mcpsf.policy.Policy;
import io.mcpsf.run.request.Approver;
import io.mcpsf.run.request.RefusedStartException;
import io.mcpsf.text.Printable;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/**
 * The look at code before it runs, on its syntax tree. Without a parser nothing is run, unless the
 * policy allows every act: then there is nothing to look for.
 */
final class PreScan implements AutoCloseable {

    private static final int SHOWN = 200;
    private static final int MOST_SHOWN = 5;

    private final Callable<Path> program;
    private Optional<Parser> parser = Optional.empty();

    PreScan(Callable<Path> program) {
        this.program = program;
    }

    /** One at a time: a parser is used by one thread. */
    synchronized List<ScanFinding> look(CodeLanguage language, String code, Policy policy)
            throws InterruptedException {
        if (policy.code().containsAll(List.of(CodeRule.values()))) {
            return List.of();
        }
        byte[] text = code.getBytes(StandardCharsets.UTF_8);
        List<CodeAct> acts =
                switch (language) {
                    case PYTHON -> acts(Language.PYTHON, text);
                    case NODE -> acts(Language.JAVASCRIPT, text);
                    // There is no grammar for it here, and starting programs is all it is for.
                    case BASH -> CodeActs.concealedIn(text);
                };
        return CodeRules.judge(acts, policy);
    }

    @Override
    public synchronized void close() {
        parser.ifPresent(Parser::close);
    }

    private List<CodeAct> acts(Language language, byte[] text) throws InterruptedException {
        return switch (parser().parse(language, text)) {
            case Parsing.Parsed(var tree) -> {
                try {
                    yield CodeActs.in(tree, language);
                } catch (TangledException e) {
                    yield unread("it takes too long to understand");
                }
            }
            case Parsing.Failed(String why) -> unread(why);
        };
    }

    /** What nobody can read is hidden, whatever the reason. */
    private static List<CodeAct> unread(String why) {
        return List.of(
                new CodeAct(
                        CodeAct.Kind.HIDES, 1, "unread", "the code cannot be read: " + why, false));
    }

    private Parser parser() throws InterruptedException {
        if (parser.isEmpty()) {
            try {
                parser = Optional.of(new Parser(program.call()));
            } catch (InterruptedException e) {
                throw e;
            } catch (ParserException e) {
                throw new RefusedStartException(
                        "the code cannot be scanned before it runs",
                        String.valueOf(e.getMessage()),
                        "install a C compiler, or allow every act in the policy: code: {allow:"
                                + " [...]}");
            } catch (Exception e) {
                throw new IllegalStateException("the code parser is not available", e);
            }
        }
        return parser.get();
    }

    /** The sentence for who sent the code. */
    static String refusal(List<ScanFinding> scan) {
        return scan.stream()
                .filter(ScanFinding::refuses)
                .findFirst()
                .map(first -> "refused: line %d: %s".formatted(first.line(), first.message()))
                .orElse("");
    }

    /** What would be refused goes to a person, who may let it pass this once. */
    static List<ScanFinding> approved(List<ScanFinding> scan, Approver approver)
            throws InterruptedException {
        if (!refuses(scan)) {
            return scan;
        }
        String acts =
                scan.stream()
                        .filter(ScanFinding::refuses)
                        .map(
                                found ->
                                        "line %d: %s"
                                                .formatted(
                                                        found.line(),
                                                        Printable.line(found.message(), SHOWN)))
                        .limit(MOST_SHOWN)
                        .collect(Collectors.joining("; "));
        return approver.approves("The policy does not allow what this code does: " + acts)
                ? scan.stream().map(ScanFinding::allow).toList()
                : scan;
    }

    static boolean refuses(List<ScanFinding> scan) {
        return scan.stream().anyMatch(ScanFinding::refuses);
    }
}
