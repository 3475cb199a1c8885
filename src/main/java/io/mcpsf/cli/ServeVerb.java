package io.mcpsf.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code serve}: assessments as a service. */
record ServeVerb(Console console, Ports ports, String version) implements Verb {

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "serve", "Runs the HTTP service with a job queue and a dashboard.");
        spec.addOption(
                CommandOptions.option(
                        "HOST:PORT",
                        "Listen address (default 127.0.0.1:8414). Addresses other than loopback"
                                + " need at least one API key.",
                        "--bind"));
        ServiceWords.declare(spec);
        spec.addOption(
                CommandOptions.option(
                        "FILE", "TLS certificate chain in PEM format.", "--tls-cert"));
        spec.addOption(
                CommandOptions.option(
                        "FILE", "TLS private key in PEM format (PKCS#8).", "--tls-key"));
        spec.addOption(
                CommandOptions.option(
                        "N",
                        "Concurrent jobs in this process, 0 for none (default: by CPUs and"
                                + " memory).",
                        "--workers"));
        spec.addOption(
                CommandOptions.option(
                        "N",
                        "Processes kept warm for the next jobs, 0 for none (default 1). Each takes"
                                + " 200 MB.",
                        "--warm"));
        spec.addOption(
                CommandOptions.option(
                        "WHEN",
                        "Jobs that need approval: high-risk (default), always or never.",
                        "--approval"));
        spec.addOption(
                CommandOptions.many(
                        "DIR", "Allows jobs for folders below this one.", "--allow-folder"));
        spec.addOption(
                CommandOptions.many(
                        "HOST", "Allows jobs for git repositories on this host.", "--allow-git"));
        spec.addOption(
                CommandOptions.flag(
                        "Allows jobs for servers on private addresses and on this machine.",
                        "--allow-private"));
        spec.addOption(
                CommandOptions.option("MB", "Maximum upload size (default 64).", "--upload-limit"));
        spec.addOption(
                CommandOptions.option(
                        "FILE",
                        "Policy file or preset for all sessions (default: that of exec).",
                        "--session-policy"));
        spec.addOption(
                CommandOptions.option(
                        "RUNTIME",
                        "Sandbox runtime of sessions: auto (default), crun, runc, vm.",
                        "--session-runtime"));
        spec.addOption(
                CommandOptions.option(
                        "N",
                        "Maximum number of open sessions, 0 for none (default 20).",
                        "--sessions"));
        spec.addOption(
                CommandOptions.option(
                        "N", "The same for each key (default 10).", "--sessions-per-key"));
        spec.addOption(
                CommandOptions.option(
                        "TIME",
                        "Ends sessions that are idle for this long (default 10m).",
                        "--session-idle"));
        spec.addOption(
                CommandOptions.option(
                        "TIME",
                        "How long flagged code, reveals and new hosts wait for an approver"
                                + " (default: refused at once).",
                        "--session-approval"));
        spec.addOption(
                CommandOptions.option(
                        "DIR",
                        "Added servers whose tools code in sessions may call.",
                        "--session-servers"));
        spec.addOption(
                CommandOptions.option(
                        "ADDRESS",
                        "Sends violations in sessions as CEF by syslog: udp://HOST:PORT or"
                                + " tcp://HOST:PORT.",
                        "--siem"));
        spec.addOption(
                CommandOptions.option(
                        "URL",
                        "Posts violations in sessions as JSON to this address.",
                        "--webhook"));
        spec.addOption(
                CommandOptions.option(
                        "N", "Deletes jobs and executions after this many days.", "--keep-days"));
        spec.usageMessage()
                .footer(
                        "",
                        "Examples:",
                        "  mcpsf serve",
                        "  mcpsf key create --role admin --name me && mcpsf serve --bind"
                                + " 0.0.0.0:8414 --tls-cert c.pem --tls-key k.pem",
                        "",
                        "MCPSF_MASTER_KEY or MCPSF_MASTER_KEY_FILE: 32 bytes in base64; encrypts"
                                + " files, and in the",
                        "database the events, arguments, results and errors of jobs. Findings and"
                                + " other data",
                        "that can be searched for are not encrypted.");
        return spec;
    }

    @Override
    public int run(ParseResult words) throws InterruptedException {
        return ServiceRun.serve(words, console, ports, version);
    }
}
