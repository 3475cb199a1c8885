package io.mcpsf.scan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a person may ask of Nmap. Nmap takes unique prefixes, one dash for two and glued values, so
 * a list of forbidden words is walked around: only words that are exactly these are taken, and the
 * arguments are written from what was read.
 */
public record NmapOptions(boolean versions, int timing) {

    private static final int USUAL_TIMING = 3;

    private static final Map<String, String> FORBIDDEN = forbidden();

    public NmapOptions {
        if (timing < 0 || timing > USUAL_TIMING) {
            throw new IllegalArgumentException("timing goes from 0 to 3");
        }
    }

    public static NmapOptions of(ScanDepth depth) {
        return new NmapOptions(depth.versions(), USUAL_TIMING);
    }

    /** The options, or every reason why not. */
    public record Read(NmapOptions options, List<String> refusals) {
        public Read {
            refusals = List.copyOf(refusals);
        }
    }

    public static Read read(String words, ScanDepth depth) {
        boolean versions = depth.versions();
        int timing = USUAL_TIMING;
        var refusals = new ArrayList<String>();
        for (String word : words.strip().split("\\s+")) {
            switch (word) {
                case "", "-n", "-Pn", "-sT" -> {}
                case "-sV" -> versions = true;
                case "-T0", "-T1", "-T2", "-T3" -> timing = word.charAt(2) - '0';
                default -> refusals.add("Nmap option " + shown(word) + ": " + why(word));
            }
        }
        return new Read(new NmapOptions(versions, timing), refusals);
    }

    /** Nmap itself would take {@code -script}, {@code --scri} and {@code -p1-9}. */
    private static String why(String word) {
        String name = word.replaceFirst("^--?", "").replaceFirst("=.*$", "");
        for (Map.Entry<String, String> sort : FORBIDDEN.entrySet()) {
            for (String forbidden : sort.getKey().split(" ")) {
                boolean longWord = forbidden.length() > 2;
                boolean same =
                        longWord
                                ? name.length() > 2
                                        && (forbidden.startsWith(name)
                                                || name.startsWith(forbidden))
                                : name.startsWith(forbidden);
                if (word.startsWith("-") && same) {
                    return sort.getValue();
                }
            }
        }
        return word.startsWith("-")
                ? "not among -n, -Pn, -sT, -sV, -T0 to -T3"
                : "targets come from the scope and from --target";
    }

    private static Map<String, String> forbidden() {
        var sorts = new LinkedHashMap<String, String>();
        sorts.put("script datadir servicedb versiondb", "runs code or reads files of its own");
        sorts.put("oN oG oA oX oS append-output stylesheet webxml resume", "writes or reads files");
        sorts.put("iL excludefile", "reads targets from a file");
        sorts.put("iR", "scans strangers");
        sorts.put("sI proxies", "scans through other machines");
        sorts.put("D S e g f spoof-mac source-port data ip-options badsum mtu", "forges packets");
        sorts.put(
                "sS sU sO sA sF sN sX sM sW sY sZ O traceroute send-eth send-ip",
                "needs raw sockets");
        sorts.put("dns-servers R system-dns", "asks name servers outside");
        sorts.put("T4 T5 min-rate min-parallelism min-hostgroup", "too much load");
        sorts.put("privileged interactive", "asks for more than a scan");
        sorts.put("6", "the scope says which addresses are IPv6");
        sorts.put("p F top-ports exclude", "ports come from the scope");
        sorts.put("b", "scans through other machines");
        sorts.put("A", "runs code and needs raw sockets");
        return sorts;
    }

    private static String shown(String word) {
        return word.length() > 60 ? word.substring(0, 60) + "…" : word;
    }
}
