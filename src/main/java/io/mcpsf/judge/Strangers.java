package io.mcpsf.judge;

import io.mcpsf.model.PackageObservation.DependencyFound;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.ProtocolObservation.ToolListed;

import java.util.Locale;

/** Who a host is to a server: one that its own words name is no stranger. */
final class Strangers {

    private static final int LONGEST = 2_000;

    private Strangers() {}

    /** True for a host whose name the server says, or that only we can have handed out. */
    static boolean named(Trail trail, String host) {
        // What we configure servers with and call their tools with; nobody can own it.
        if (Hosts.within(host, "site.example")) {
            return true;
        }
        String word = Hosts.label(host);
        return word.length() > 2 && said(trail).contains(word);
    }

    /** What the server calls itself and says of its tools. */
    private static String said(Trail trail) {
        var said = new StringBuilder();
        trail.all(Greeted.class).stream()
                .map(greeted -> greeted.what().name() + " " + greeted.what().instructions())
                .forEach(text -> said.append(Message.cut(text, LONGEST)).append('\n'));
        trail.all(DependencyFound.class).stream()
                .filter(found -> found.what().depth() == 0)
                .forEach(found -> said.append(found.what().name()).append('\n'));
        trail.all(ToolListed.class).stream()
                .map(tool -> tool.what().name() + " " + tool.what().description())
                .forEach(text -> said.append(Message.cut(text, LONGEST)).append('\n'));
        return said.toString().toLowerCase(Locale.ROOT);
    }
}
