package io.mcpsf.cli;

import io.mcpsf.report.Screen;

/** Colours and signs for our own words, as far as the screen has them. */
record Style(Screen screen) {

    String bold(String ours) {
        return paint("1", ours);
    }

    String dim(String ours) {
        return paint("2", ours);
    }

    String good(String ours) {
        return paint("32", ours);
    }

    String warn(String ours) {
        return paint("33", ours);
    }

    String bad(String ours) {
        return paint("31", ours);
    }

    String sign(String utf8, String ascii) {
        return screen.utf8() ? utf8 : ascii;
    }

    private String paint(String code, String ours) {
        return screen.colour() ? "\u001b[" + code + "m" + ours + "\u001b[0m" : ours;
    }
}
