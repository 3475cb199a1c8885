package io.mcpsf.interrogate.fuzz;

import java.util.List;

/** A path out of a folder, the file that it leads to if it is followed, and what that shows. */
record WayOut(String path, String reached, String effect) {

    static List<WayOut> of(Ground ground) {
        String name = Traced.name(ground.outside());
        return List.of(
                new WayOut(
                        ground.sibling(),
                        ground.sibling(),
                        "a file in a folder whose name only begins like the allowed one was"
                                + " opened"),
                new WayOut(
                        ground.link(),
                        ground.outside(),
                        "a link in the allowed folder was followed out of it"),
                new WayOut(
                        ground.root() + "/../" + name,
                        ground.outside(),
                        "steps upward led out of the allowed folder"),
                new WayOut(
                        ground.root() + "/%2e%2e/" + name,
                        ground.outside(),
                        "encoded steps upward led out of the allowed folder"));
    }
}
