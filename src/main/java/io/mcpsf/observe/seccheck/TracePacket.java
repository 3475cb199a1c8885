package io.mcpsf.observe.seccheck;

/** One packet of a trace session: what it tells of, how many were lost so far, and the message. */
record TracePacket(int type, long dropped, WireMessage body) {

    static final int START = 1;
    static final int CLONE = 2;
    static final int EXEC = 3;
    static final int TASK_EXIT = 5;
    static final int RAW = 6;
    static final int OPEN = 7;
    static final int CONNECT = 10;
    static final int EXECVE = 11;
    static final int SOCKET = 12;
    static final int DUP = 19;
    static final int BIND = 24;

    private static final int HEAD = 8;

    /** Reads a packet of that length; what is behind the length is of an earlier one. */
    static TracePacket read(byte[] bytes, int length) throws BadMessageException {
        if (length < HEAD || length > bytes.length) {
            throw new BadMessageException("a packet of " + length + " bytes");
        }
        int head = small(bytes, 0);
        if (head < HEAD || head > length) {
            throw new BadMessageException("a head of " + head + " bytes");
        }
        long dropped = small(bytes, 4) | (long) small(bytes, 6) << 16;
        return new TracePacket(small(bytes, 2), dropped, WireMessage.read(bytes, head, length));
    }

    private static int small(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) | (bytes[at + 1] & 0xFF) << 8;
    }
}
