package io.mcpsf.bait;

/** Text with two bytes for each character (UTF-16 of either order), as PowerShell and Java send. */
final class WideText implements Wrapping {

    private static final int SHORTEST = 2 * WindowIndex.WINDOW - 1;

    @Override
    public void open(byte[] hostile, Opened opened) {
        int floor = 0;
        int at = SHORTEST / 2;
        while (at + 1 < hostile.length && !opened.enough()) {
            if (!alternates(hostile, at)) {
                at += SHORTEST - 2;
                continue;
            }
            int begin = at;
            while (begin > floor && alternates(hostile, begin - 1)) {
                begin--;
            }
            int end = at + 1;
            while (end + 1 < hostile.length && alternates(hostile, end)) {
                end++;
            }
            if (end + 1 - begin >= SHORTEST) {
                opened.content("utf16", narrow(hostile, begin, end + 1));
            }
            floor = end;
            at = end + SHORTEST / 2;
        }
    }

    private static byte[] narrow(byte[] hostile, int begin, int end) {
        int first = hostile[begin] == 0 ? begin + 1 : begin;
        byte[] narrow = new byte[(end - first + 1) / 2];
        for (int i = 0; i < narrow.length; i++) {
            narrow[i] = hostile[first + 2 * i];
        }
        return narrow;
    }

    private static boolean alternates(byte[] hostile, int at) {
        return (hostile[at] == 0) != (hostile[at + 1] == 0);
    }
}
