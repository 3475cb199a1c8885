package io.mcpsf.run.question;

import io.mcpsf.interrogate.PayloadWriter;
import io.mcpsf.interrogate.llm.BadModelException;
import io.mcpsf.interrogate.llm.Model;
import io.mcpsf.interrogate.llm.ModelWriter;
import io.mcpsf.interrogate.llm.ReplayWriter;
import io.mcpsf.run.request.ModelUse;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.store.CaseFolder;
import io.mcpsf.web.WebRoute;

import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.util.function.Consumer;

/**
 * The source of further attack payloads and of opinions on texts in one case: a model, a recording
 * of one, or none.
 */
public final class ModelSession implements AutoCloseable {

    private static final String RECORD = "llm.jsonl";

    private final PayloadWriter writer;
    private final Runnable end;

    private ModelSession(PayloadWriter writer, Runnable end) {
        this.writer = writer;
        this.end = end;
    }

    /** Reads the user's words before anything is done; they may be wrong. */
    public static Model model(ModelUse use) {
        try {
            return Model.of(use.word(), use.env());
        } catch (BadModelException e) {
            throw new UsageException(
                    "the model can't be used",
                    String.valueOf(e.getMessage()),
                    "use --llm anthropic, openai or ollama, optionally followed by a colon and a"
                            + " model; or omit --llm");
        }
    }

    public static ModelSession open(Model model, CaseFolder folder, Consumer<String> note) {
        return switch (model) {
            case Model.None() -> new ModelSession(PayloadWriter.none(), () -> {});
            case Model.Recorded(var file) -> {
                try {
                    yield new ModelSession(ReplayWriter.read(file), () -> {});
                } catch (BadModelException e) {
                    throw new UsageException(
                            "the recording can't be replayed",
                            String.valueOf(e.getMessage()),
                            "--llm replay:reports/CASE/llm.jsonl");
                }
            }
            case Model.At at -> {
                OutputStream file = folder.grow(RECORD);
                var asking = new ModelWriter(at, file, client(), new SecureRandom());
                yield new ModelSession(asking, () -> finish(asking, file, at, note));
            }
        };
    }

    private static HttpClient client() {
        try {
            return WebRoute.of(System.getenv()).client();
        } catch (IOException e) {
            throw new UsageException(
                    "the model can't be used", String.valueOf(e.getMessage()), "fix the file");
        }
    }

    public PayloadWriter writer() {
        return writer;
    }

    @Override
    public void close() {
        end.run();
    }

    private static void finish(
            ModelWriter asking, OutputStream file, Model.At at, Consumer<String> note) {
        asking.close();
        note.accept(
                "%s suggested arguments and read texts: %d tokens%s"
                        .formatted(
                                at,
                                asking.tokens(),
                                asking.trouble().isEmpty() ? "" : "; " + asking.trouble()));
        try {
            file.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("cannot record the model's answers", e);
        }
    }
}
