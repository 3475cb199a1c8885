package io.mcpsf.inspect.start;

import io.mcpsf.inspect.start.StartPlan.Ready;

import java.util.ArrayList;
import java.util.List;

/** The words that turn a program with several uses into a server, as its code has them. */
final class Modes {

    private static final List<String> SURE = List.of("mcp", "mcp-server", "mcp-stdio");

    private final InstalledPackage installed;
    private final CodeClues clues;

    /** A program with such words. */
    record Mode(Entry entry, List<String> words) {
        Ready plan(Drafts drafts) {
            return drafts.bare(entry, words, entry.why() + " with " + words + " from its code");
        }
    }

    Modes(InstalledPackage installed, CodeClues clues) {
        this.installed = installed;
        this.clues = clues;
    }

    /** Those to be tried before the bare program: it would be another thing without them. */
    List<Mode> of(Entry entry) {
        List<Mode> modes = new ArrayList<>();
        boolean tool = !isServer(entry);
        for (String flag : clues.flags()) {
            if (flag.equals("--stdio") ? clues.alsoHttp() : tool) {
                modes.add(new Mode(entry, List.of(flag)));
            }
        }
        for (String command : clues.subcommands()) {
            if (tool && SURE.contains(command)) {
                modes.add(new Mode(entry, List.of(command)));
            }
        }
        return modes;
    }

    /** Those to be tried when nothing else did it. */
    List<Mode> more(Entry entry) {
        List<Mode> modes = new ArrayList<>();
        for (String command : clues.subcommands()) {
            modes.add(new Mode(entry, List.of(command)));
        }
        clues.flags().forEach(flag -> modes.add(new Mode(entry, List.of(flag))));
        return modes;
    }

    private boolean isServer(Entry entry) {
        return entry.name().contains("mcp") || installed.own().base().contains("mcp");
    }
}
