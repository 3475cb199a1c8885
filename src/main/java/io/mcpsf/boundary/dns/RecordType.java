package io.mcpsf.boundary.dns;

/** The record types by number and name. */
final class RecordType {

    static final int A = 1;
    static final int NS = 2;
    static final int CNAME = 5;
    static final int SOA = 6;
    static final int NULL = 10;
    static final int PTR = 12;
    static final int MX = 15;
    static final int TXT = 16;
    static final int AAAA = 28;
    static final int SRV = 33;
    static final int OPT = 41;
    static final int SVCB = 64;
    static final int HTTPS = 65;
    static final int ANY = 255;

    private RecordType() {}

    static String name(int type) {
        return switch (type) {
            case A -> "A";
            case NS -> "NS";
            case CNAME -> "CNAME";
            case SOA -> "SOA";
            case NULL -> "NULL";
            case PTR -> "PTR";
            case MX -> "MX";
            case TXT -> "TXT";
            case AAAA -> "AAAA";
            case SRV -> "SRV";
            case SVCB -> "SVCB";
            case HTTPS -> "HTTPS";
            case ANY -> "ANY";
            default -> "TYPE" + type;
        };
    }
}
