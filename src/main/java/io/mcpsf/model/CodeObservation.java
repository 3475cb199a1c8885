package io.mcpsf.model;

/** What stands in the code. */
public sealed interface CodeObservation extends Observation {

    @Override
    default Sense sense() {
        return Sense.CODE;
    }

    @Override
    default Proof vouchedBy() {
        return Proof.STATIC;
    }

    /**
     * The code of the installed tree was read. {@code parsed} files held anything worth a syntax
     * tree; {@code unread} had none although they should.
     */
    record CodeRead(long files, long bytes, long parsed, long parsedBytes, long unread)
            implements CodeObservation {}

    /**
     * Code is able to do something. {@code power} is ours: process, network, filesystem, native,
     * dynamic-code, environment, crypto; {@code via} is the module or function in full; {@code
     * depth} as for a dependency; {@code places} counts the uses in that package.
     */
    record PowerInCode(
            String power,
            String via,
            int depth,
            String purl,
            String path,
            int line,
            String excerpt,
            long places)
            implements CodeObservation {}

    /** The server says that it does something. {@code power} as in code, {@code where} is ours. */
    record PowerDeclared(String power, String where, String words) implements CodeObservation {}

    /**
     * In the server's own code, what a caller says reaches a dangerous call. {@code family} is
     * ours: command, argument, code, path, url, sql, object; {@code tool} is the tool where the
     * code names it; {@code from} is the line of its handler.
     */
    record FlowInCode(
            String family,
            String tool,
            String sink,
            String path,
            int line,
            String excerpt,
            int from)
            implements CodeObservation {}

    /**
     * A piece of code is worth a look. {@code sort} is ours: decoded-run, download-run, packed,
     * hex-names, spelled-name, escaped-text, char-codes, far-right, invisible, backwards,
     * gyp-command, machine-code, secret, secret-place, odd-host, model-words, collect-send, ambush;
     * {@code depth} as for a dependency.
     */
    record CodeMarked(
            String sort,
            String detail,
            int depth,
            String purl,
            String path,
            int line,
            String excerpt)
            implements CodeObservation {}
}
