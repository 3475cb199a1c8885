package io.mcpsf.inspect.scanner;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.os.Command;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A scanner that is asked in its own dialect: what is the same with all of them. */
record SpokenScanner(ScannerDialect dialect, Map<String, String> env) implements Scanner {

    @Override
    public String name() {
        return dialect.name();
    }

    @Override
    public Outcome scan(Subject subject) throws InterruptedException {
        Optional<Tool> tool = Tool.find(name(), env);
        if (tool.isEmpty()) {
            return Outcome.missing(name());
        }
        Optional<String> obstacle = dialect.obstacle();
        if (obstacle.isPresent()) {
            return Outcome.failed(name(), "", obstacle.get());
        }
        String version = tool.get().version(dialect.versionWords());
        Command.Result said = ask(tool.get(), subject);
        if (!dialect.answered(said)) {
            return Outcome.failed(name(), version, dialect.complaint(said));
        }
        try {
            ScannerDialect.Answer answer = dialect.read(said.stdout(), subject);
            return new Outcome(name(), version, "done", answer.matches(), answer.flags());
        } catch (IOException e) {
            return Outcome.failed(name(), version, "our bill cannot be read again");
        } catch (BadJsonException e) {
            return Outcome.failed(name(), version, "its output is not JSON: " + e.getMessage());
        }
    }

    private Command.Result ask(Tool tool, Subject subject) throws InterruptedException {
        Command.Result said = tool.run(dialect.words(subject));
        Optional<List<String>> other = dialect.otherWords(subject, said);
        return other.isPresent() ? tool.run(other.get()) : said;
    }
}
