package io.mcpsf.exec;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** A language that code can be run in: its interpreter, and what its files are called. */
public enum CodeLanguage {
    PYTHON("python", "main.py", "python3 -u"),
    NODE("node", "main.js", "node"),
    BASH("bash", "main.sh", "bash");

    private static final Pattern MODULE =
            Pattern.compile("(?m)^\\s*(import\\s*[\\w{*'\"].*|export\\s+\\w.*)$");

    private final String word;
    private final String file;
    private final String interpreter;

    CodeLanguage(String word, String file, String interpreter) {
        this.word = word;
        this.file = file;
        this.interpreter = interpreter;
    }

    public String word() {
        return word;
    }

    /** What the file is called inside. Node tells its two kinds of modules apart by that. */
    public String file(String code) {
        return this == NODE && MODULE.matcher(code).find() ? "main.mjs" : file;
    }

    /** The command line up to the file. */
    public List<String> interpreter() {
        return List.of(interpreter.split(" "));
    }

    public static List<String> words() {
        return List.of(values()).stream().map(CodeLanguage::word).toList();
    }

    public static Optional<CodeLanguage> named(String word) {
        return List.of(values()).stream().filter(l -> l.word.equals(word)).findFirst();
    }

    /** By the ending of a file's name. */
    public static Optional<CodeLanguage> of(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "py" -> Optional.of(PYTHON);
            case "js", "mjs", "cjs" -> Optional.of(NODE);
            case "sh", "bash" -> Optional.of(BASH);
            default -> Optional.empty();
        };
    }
}
