package io.mcpsf.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code serve}: assessments as a service. */
record ServeVerb(Console console, String version) implements Verb {

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                Words.command(
                        "serve", "Serves assessments over HTTP, with a queue and a dashboard.");
        spec.addOption(
                Words.option(
                        "HOST:PORT",
                        "Where to listen (default 127.0.0.1:8414). Elsewhere than on loopback only"
                                + " once there is a key.",
                        "--bind"));
        ServiceWords.declare(spec);
        spec.addOption(Words.option("FILE", "A certificate chain in PEM, for TLS.", "--tls-cert"));
        spec.addOption(Words.option("FILE", "Its key in PEM, as PKCS#8.", "--tls-key"));
        spec.addOption(
                Words.option(
                        "N",
                        "Jobs at once in this process; 0 for none (default: by processors and"
                                + " memory).",
                        "--workers"));
        spec.addOption(
                Words.option(
                        "WHEN",
                        "When an approver is asked first: high-risk (default), always or never.",
                        "--approval"));
        spec.addOption(
                Words.many("DIR", "Folders below may be assessed in place.", "--allow-folder"));
        spec.addOption(
                Words.many("HOST", "Git repositories of this host may be too.", "--allow-git"));
        spec.addOption(
                Words.flag(
                        "Servers on private addresses and on this machine may be too.",
                        "--allow-private"));
        spec.addOption(Words.option("MB", "The largest upload (default 64).", "--upload-limit"));
        spec.addOption(Words.option("N", "Jobs are erased after so many days.", "--keep-days"));
        spec.usageMessage()
                .footer(
                        "",
                        "Examples:",
                        "  mcpsf serve",
                        "  mcpsf key create --role admin --name me && mcpsf serve --bind"
                                + " 0.0.0.0:8414 --tls-cert c.pem --tls-key k.pem",
                        "",
                        "MCPSF_MASTER_KEY or MCPSF_MASTER_KEY_FILE: 32 bytes in base64; files are"
                            + " then kept encrypted, and of the database what is not searched.");
        return spec;
    }

    @Override
    public int run(ParseResult words) throws InterruptedException {
        return ServiceRun.serve(words, console, version);
    }
}
