package io.mcpsf.interrogate;

import java.time.Duration;
import java.util.List;

/** Every cap on what a server may put into evidence or make us do, each with its reason. */
final class InterrogationLimits {

    /** Of a name, version or method: what still fits on a screen line or two. */
    static final int NAME = 256;

    /** Of a resource's address. */
    static final int URI = 2 << 10;

    /** Of a description: hidden instructions seen in the wild stay below 10 KiB. */
    static final int DESCRIPTION = 16 << 10;

    /** Of the server's instructions, which a model reads like a description. */
    static final int INSTRUCTIONS = 16 << 10;

    /** Of an input schema: the largest honest ones are near 40 KiB. */
    static final int SCHEMA = 64 << 10;

    /** Of the annotations: four hints and a title. */
    static final int ANNOTATIONS = 4 << 10;

    /** Of the arguments that we made ourselves from a hostile schema. */
    static final int ARGUMENTS = 16 << 10;

    /** Of a tool's result: rules look for hidden text in it, at the beginning. */
    static final int RESULT = 64 << 10;

    /** Of a prompt or resource: orders to a model stand at the beginning. */
    static final int CONTENT = 16 << 10;

    /** Sentences on earlier calls that a writer of payloads is told, and of each. */
    static final int LEARNED = 200;

    static final int SENTENCE = 300;

    /** Of an error message that is read for what it asks for. */
    static final int ASKING = 2 << 10;

    /** Calls of all tools, and of each, with other arguments than the first: most need one. */
    static final int INSISTED = 300;

    static final int INSISTED_EACH = 7;

    /** The tries of each tool when all are gone through, again and again. */
    static final List<Integer> TRIES = List.of(2, 3, INSISTED_EACH);

    /** Of the parameters of a request or notification. */
    static final int PARAMS = 4 << 10;

    /** Of a malformed frame: enough to see what it was. */
    static final int EXCERPT = 512;

    /** Observations in full of one kind of malformed frame; the rest is counted. */
    static final int MALFORMED_SHOWN = 5;

    /** Observations in full of one method of the server; the rest is counted. */
    static final int ASKED_SHOWN = 20;

    /** Different methods told apart; a server that invents names gets one heap for the others. */
    static final int METHODS = 50;

    /** Messages of one method searched for bait: searching costs more than sending. */
    static final int ASKED_SEARCHED = 200;

    /** Tools, prompts or resources of one listing that are written down. */
    static final int LISTED = 1_000;

    /** Prompts and resources that are tried; they rarely run code of their own. */
    static final int TRIED = 8;

    /** Candidates for one set of arguments before the best effort is taken. */
    static final int CANDIDATES = 24;

    /** Candidates that are filled in as wished; later ones only with what is required. */
    static final int FULL_CANDIDATES = 10;

    /** Schemas within schemas that a check follows: references may lead in circles. */
    static final int CHECK_DEPTH = 64;

    /** Steps in making or checking one candidate: hostile schemas double at every level. */
    static final int STEPS = 6_000;

    /** Levels of nesting; below half of it only what is required is filled in. */
    static final int DEPTH = 12;

    /** Members or elements that we make of one object or array, whatever it demands. */
    static final int ELEMENTS = 100;

    /** Characters of one text that we make, whatever its minimum. */
    static final int TEXT = 4 << 10;

    /** Length of a regular expression that we follow. */
    static final int PATTERN = 1 << 10;

    /** After so many calls without an answer, patience is {@link #SHORT}. */
    static final int SILENT = 4;

    static final Duration SHORT = Duration.ofSeconds(3);

    /** For the first answer: the slowest honest server seen needs four seconds unhindered. */
    static final Duration HANDSHAKE = Duration.ofSeconds(30);

    /** The same on the most loaded machine. */
    static final Duration LOADED_HANDSHAKE = Duration.ofSeconds(90);

    /** For a listing at the very end, of a server that may be worn out. */
    static final Duration AGAIN = Duration.ofSeconds(3);

    /** For one listing with all its pages. */
    static final Duration LISTING = Duration.ofSeconds(30);

    private InterrogationLimits() {}

    /** For all calls with other arguments: a loaded machine needs a second for one. */
    static Duration insisting(int tools) {
        return Duration.ofSeconds(10 + Math.min(tools, 35));
    }

    static String cut(String hostile, int max) {
        if (hostile.length() <= max) {
            return hostile;
        }
        if (max <= 0) {
            return "";
        }
        int end = Character.isHighSurrogate(hostile.charAt(max - 1)) ? max - 1 : max;
        return hostile.substring(0, end);
    }
}
