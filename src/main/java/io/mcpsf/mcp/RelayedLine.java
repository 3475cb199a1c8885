package io.mcpsf.mcp;

import java.util.ArrayList;
import java.util.List;

/**
 * One line between two others who speak MCP, as both must read it: what it says, and every reason
 * why one of them might read it otherwise than we do.
 */
public record RelayedLine(List<Reading> messages, List<Reading.Malformed> faults) {

    public RelayedLine {
        messages = List.copyOf(messages);
        faults = List.copyOf(faults);
    }

    public static RelayedLine read(byte[] hostile) {
        var messages = new ArrayList<Reading>();
        var faults = new ArrayList<Reading.Malformed>();
        for (Reading reading : Classifier.read(hostile, true)) {
            switch (reading) {
                case Reading.Malformed malformed -> faults.add(malformed);
                case Reading.Request _, Reading.Notification _, Reading.Response _ ->
                        messages.add(reading);
            }
        }
        // Ids of our own are numbers; others may use text.
        boolean named =
                messages.stream()
                        .anyMatch(m -> m instanceof Reading.Response r && r.id().isString());
        faults.removeIf(fault -> named && fault.fault() == Fault.BAD_ID);
        return new RelayedLine(messages, faults);
    }

    /** Whether it can be read in one way only. */
    public boolean plain() {
        return faults.isEmpty();
    }
}
