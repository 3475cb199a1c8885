package io.mcpsf.inspect.start;

import io.mcpsf.inspect.start.StartPlan.Ready;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The last resort: files of code that make a server, whatever they are called. */
final class ServersInCode {

    private static final int MOST = 4;

    private final Path root;
    private final String shownAt;
    private final TreePrograms programs;

    ServersInCode(Path root, String shownAt, TreePrograms programs) {
        this.root = root;
        this.shownAt = shownAt;
        this.programs = programs;
    }

    List<Ready> plans() {
        CodeClues clues = CodeClues.in(List.of(root));
        List<Ready> found = new ArrayList<>();
        for (CodeClues.FastMcp server : clues.fastMcps()) {
            if (found.size() < MOST) {
                fastMcp(server, found);
            }
        }
        for (Path file : clues.servers()) {
            String inside = root.relativize(file).toString();
            if (found.size() < MOST) {
                programs.entry(inside, inside, "makes a server: " + inside)
                        .ifPresent(e -> found.add(new Ready(e.argv(), e.env(), e.why())));
            }
        }
        return found;
    }

    /** Runs the server object itself where the file only defines it. */
    private void fastMcp(CodeClues.FastMcp server, List<Ready> found) {
        String inside = root.relativize(server.file()).toString();
        String why = "FastMCP in " + inside;
        if (server.runsItself()) {
            programs.entry(inside, inside, why)
                    .ifPresent(e -> found.add(new Ready(e.argv(), e.env(), e.why())));
            return;
        }
        String module = server.file().getFileName().toString().replaceFirst("\\.py$", "");
        if (module.matches(PythonEntries.WORD)) {
            int slash = inside.lastIndexOf('/');
            String path = slash < 0 ? shownAt : shownAt + "/" + inside.substring(0, slash);
            String code = "import %1$s; %1$s.%2$s.run()".formatted(module, server.variable());
            found.add(
                    new Ready(
                            List.of(programs.python(), "-c", code),
                            Map.of("PYTHONPATH", path),
                            why));
        }
    }
}
