package io.mcpsf.inspect.code;

import io.mcpsf.inspect.code.find.CodeFindings;
import io.mcpsf.text.Printable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Commands in a {@code binding.gyp}: npm builds a package that has this file without being told to,
 * and the commands in it run before any compiler does.
 */
final class Gyp {

    private static final Pattern COMMAND =
            Pattern.compile("<!@?\\(((?:[^()]|\\([^()]*\\)){1,400})\\)");

    /** How the usual headers and flags are asked for. */
    private static final Pattern USUAL =
            Pattern.compile(
                    "^\\s*(node\\s+(-p|-e|--print)\\s+.{0,6}require\\(.{1,60}\\)(\\.\\w+)*.{0,4}|pkg-config\\s.*|node\\s+\\./?[\\w./-]+\\.js\\s*[\\w"
                        + " -]*|.*--cflags.*|.*--libs.*|uname.*|echo\\s.*)$",
                    Pattern.DOTALL);

    private Gyp() {}

    static List<CodeFindings.Mark> marks(byte[] text) {
        String all = new String(text, StandardCharsets.UTF_8);
        List<CodeFindings.Mark> marks = new ArrayList<>();
        Matcher command = COMMAND.matcher(all);
        while (command.find() && marks.size() < 10) {
            String line = command.group(1).strip().replaceAll("^['\"]|['\"]$", "");
            if (!USUAL.matcher(line).matches()) {
                int at =
                        (int)
                                all.substring(0, command.start())
                                        .chars()
                                        .filter(c -> c == '\n')
                                        .count();
                String shown = Printable.line(line);
                marks.add(
                        new CodeFindings.Mark(
                                "gyp-command",
                                "a command that runs when the package is built",
                                at + 1,
                                shown.length() > 160 ? shown.substring(0, 160) : shown));
            }
        }
        return marks;
    }
}
