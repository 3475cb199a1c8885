package io.mcpsf.cli;

import io.mcpsf.discover.ConfigEdit;
import io.mcpsf.discover.ConfiguredServer;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.text.Printable;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** {@code protect --add-mcpsf}: mcpsf itself as a server of clients that have others. */
record OwnEntryEdit(Console console, List<String> command, boolean dry) {

    /** How many files were left as they are. */
    int add(Path path, List<ConfiguredServer> servers) {
        say("%s  %s".formatted(servers.getFirst().place().client(), path));
        try {
            KeptFile file = KeptFile.of(path);
            ConfigEdit config = ConfigEdit.of(path.getFileName().toString(), file.text());
            List<String> at = servers.getFirst().place().at();
            if (config.hasOwn(at)) {
                say("  mcpsf: there already");
                return 0;
            }
            Optional<String> changed = config.withOwn(at, command);
            if (changed.isEmpty()) {
                return left("entries of this form are not written");
            }
            say("  + mcpsf: " + String.join(" ", command));
            if (!dry) {
                file.write(changed.get());
            }
            return 0;
        } catch (BadJsonException e) {
            return left(String.valueOf(e.getMessage()));
        }
    }

    int remove(Path path, List<ConfiguredServer> servers) {
        Optional<ConfiguredServer> other =
                servers.stream().filter(one -> !one.name().equals("mcpsf")).findFirst();
        if (other.isEmpty() || servers.stream().noneMatch(one -> one.name().equals("mcpsf"))) {
            return 0;
        }
        say("%s  %s".formatted(servers.getFirst().place().client(), path));
        try {
            KeptFile file = KeptFile.of(path);
            ConfigEdit config = ConfigEdit.of(path.getFileName().toString(), file.text());
            Optional<String> without = config.withoutOwn(other.get().place().at(), command);
            if (without.isEmpty()) {
                return left("it is not there, or not as it was added");
            }
            say("  - mcpsf: " + String.join(" ", command));
            if (!dry) {
                file.write(without.get());
            }
            return 0;
        } catch (BadJsonException e) {
            return left(String.valueOf(e.getMessage()));
        }
    }

    private int left(String why) {
        say("  mcpsf: left as it is: " + why);
        return 1;
    }

    private void say(String line) {
        console.out().println(Printable.line(line));
    }
}
