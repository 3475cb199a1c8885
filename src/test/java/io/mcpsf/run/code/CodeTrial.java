package io.mcpsf.run.code;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.ExecRequest;
import io.mcpsf.run.request.ExecStreams;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs code for a test, under the default policy and what the test adds to it. */
final class CodeTrial implements AutoCloseable {

    private final Path output;
    private final CodeRunner runner;
    private String policy = "";
    private ExecRequest.Folders folders = ExecRequest.Folders.none();

    CodeTrial(Path output) throws InterruptedException {
        this(output, CodeRunner.open("crun", _ -> {}));
    }

    CodeTrial(Path output, CodeRunner runner) {
        this.output = output;
        this.runner = runner;
    }

    CodeTrial under(String yaml) {
        policy = yaml;
        return this;
    }

    CodeTrial in(Path workspace) {
        folders = new ExecRequest.Folders(workspace, folders.servers(), folders.skills());
        return this;
    }

    CodeTrial with(Path servers, Path skills) {
        folders = new ExecRequest.Folders(folders.workspace(), servers, skills);
        return this;
    }

    ExecutionLog python(String code) throws InterruptedException {
        return run(CodeLanguage.PYTHON, code, ExecStreams.none()).log();
    }

    ExecutionLog node(String code) throws InterruptedException {
        return run(CodeLanguage.NODE, code, ExecStreams.none()).log();
    }

    ExecOutcome run(CodeLanguage language, String code, ExecStreams streams)
            throws InterruptedException {
        var layers = new ArrayList<>(List.of(PolicyLayer.execution()));
        if (!policy.isEmpty()) {
            layers.add(PolicyLayer.read("test", policy.getBytes(StandardCharsets.UTF_8)));
        }
        return runner.run(
                new ExecRequest(language, code, folders, MergedPolicy.of(layers), "crun", output),
                streams);
    }

    @Override
    public void close() {
        runner.close();
    }
}
