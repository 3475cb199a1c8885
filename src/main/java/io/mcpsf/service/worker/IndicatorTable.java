package io.mcpsf.service.worker;

import io.mcpsf.service.job.JobResult;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the table of indicators that a case has (RFC 4180, every cell in quotes, no line breaks).
 */
final class IndicatorTable {

    private static final String FORMULA = "=+-@\t\r|%";

    private IndicatorTable() {}

    static List<JobResult.Indicator> read(Path file, int most) throws IOException {
        var read = new ArrayList<JobResult.Indicator>();
        if (!Files.isRegularFile(file)) {
            return read;
        }
        try (var lines = Files.lines(file)) {
            lines.skip(1)
                    .limit(most)
                    .map(IndicatorTable::cells)
                    .filter(cells -> cells.size() >= 3)
                    .forEach(
                            cells ->
                                    read.add(
                                            new JobResult.Indicator(
                                                    cells.get(0), cells.get(1), cells.get(2))));
        }
        return read;
    }

    static List<String> cells(String line) {
        var cells = new ArrayList<String>();
        int at = 0;
        while (at < line.length() && line.charAt(at) == '"') {
            var cell = new StringBuilder();
            int i = at + 1;
            while (i < line.length()) {
                char c = line.charAt(i);
                if (c == '"' && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                    i++;
                } else if (c == '"') {
                    break;
                }
                cell.append(c);
                i++;
            }
            cells.add(plain(cell.toString()));
            at = i + 2;
        }
        return cells;
    }

    /** Without the apostrophe that keeps spreadsheets from running it. */
    private static String plain(String cell) {
        boolean guarded =
                cell.length() > 1 && cell.charAt(0) == '\'' && FORMULA.indexOf(cell.charAt(1)) >= 0;
        return guarded ? cell.substring(1) : cell;
    }
}
