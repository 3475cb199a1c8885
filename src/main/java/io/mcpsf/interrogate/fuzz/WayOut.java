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
                        "a file in a sibling folder with the same name prefix was opened"),
                new WayOut(
                        ground.link(),
                        ground.outside(),
                        "a symbolic link led out of the allowed folder"),
                new WayOut(
                        ground.root() + "/../" + name,
                        ground.outside(),
                        "../ led out of the allowed folder"),
                new WayOut(
                        ground.root() + "/%2e%2e/" + name,
                        ground.outside(),
                        "encoded ../ led out of the allowed folder"));
    }
}
