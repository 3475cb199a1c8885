package io.mcpsf.mcp;

/**
 * What a line will cost as a tree, counted in one pass before it is parsed: values, depth, and
 * members of objects. Exact for JSON; for anything else it does not matter.
 */
record Skim(long parts, int depth, long members) {

    static Skim of(byte[] hostile) {
        long parts = 1;
        long members = 0;
        int depth = 0;
        int deepest = 0;
        boolean quoted = false;
        for (int i = 0; i < hostile.length; i++) {
            byte b = hostile[i];
            if (quoted) {
                if (b == '\\') {
                    i++;
                } else if (b == '"') {
                    quoted = false;
                }
                continue;
            }
            switch (b) {
                case '"' -> quoted = true;
                case ',' -> parts++;
                case ':' -> members++;
                case '{', '[' -> {
                    parts++;
                    deepest = Math.max(deepest, ++depth);
                }
                case '}', ']' -> depth--;
                default -> {}
            }
        }
        return new Skim(parts, deepest, members);
    }
}
