package io.mcpsf.cli;

import picocli.CommandLine.Model.CommandSpec;

/** The options of {@code assess}. */
final class AssessOptions {

    private AssessOptions() {}

    static CommandSpec declared() {
        CommandSpec spec =
                CommandOptions.command(
                        "assess", "Runs an MCP server in the sandbox and reports what it did.");
        spec.addPositional(
                CommandOptions.word(
                        "SOURCE",
                        "0..1",
                        "A folder, package or repository with an MCP server, the URL of one, or a"
                                + " command such as npx -y @scope/server, with options of mcpsf"
                                + " before it."));
        origin(spec);
        spec.addOption(
                CommandOptions.option(
                        "CMD",
                        "Start command, if it is not detected automatically.",
                        "-c",
                        "--command"));
        spec.addOption(
                CommandOptions.option(
                        "NAME",
                        "Test intensity: safe (no attacks), balanced (default) or aggressive.",
                        "--profile"));
        looking(spec);
        spec.addOption(
                CommandOptions.many(
                        "KEY=VALUE",
                        "Environment variable for the server; may be repeated.",
                        "-e",
                        "--env"));
        spec.addOption(
                CommandOptions.option(
                        "FILE",
                        "File with environment variables for the server, one per line, or one"
                                + " object in FILE.json.",
                        "--env-file"));
        spec.addOption(
                CommandOptions.many(
                        "HOST[:PORT]",
                        "Allowed host: reached for real over HTTP. Everything else is answered by"
                                + " the fake internet. May be repeated.",
                        "--allow-net"));
        spec.addOption(
                CommandOptions.option(
                        "NAME",
                        "Sandbox runtime: auto (default), crun, runc, runsc, docker (docker-runc,"
                                + " docker-runsc).",
                        "--runtime"));
        spec.addOption(
                CommandOptions.option(
                        "WHERE",
                        "Where to run: auto (default), local, docker, or cloud (the service at"
                                + " MCPSF_API_URL, with MCPSF_API_KEY).",
                        "--executor"));
        spec.addOption(
                CommandOptions.option(
                        "TIER",
                        "Required isolation, or nothing is started: minimum (sandboxed),"
                                + " recommended (with kernel-enforced limits) or maximum (with a"
                                + " separate kernel).",
                        "--tier"));
        spec.addOption(
                CommandOptions.option(
                        "SIZE", "Memory limit for the server, such as 512m or 2g.", "--memory"));
        spec.addOption(
                CommandOptions.option("N", "CPU limit for the server, such as 0.5.", "--cpus"));
        spec.addOption(
                CommandOptions.option("N", "Random seed, to repeat an earlier run.", "--seed"));
        spec.addOption(
                CommandOptions.option(
                        "N", "Valid calls for each tool (default: by profile).", "--valid-calls"));
        spec.addOption(
                CommandOptions.option(
                        "N",
                        "Maximum number of attack calls (default: by profile).",
                        "--fuzz-calls"));
        spec.addOption(
                CommandOptions.option(
                        "N",
                        "Maximum number of seconds for attacks (default: by profile).",
                        "--fuzz-seconds"));
        spec.addOption(
                CommandOptions.option(
                        "MODEL",
                        "Lets a language model suggest calls and flag suspicious texts: anthropic,"
                            + " openai or ollama, each with :NAME, or replay:FILE. Off by default.",
                        "--llm"));
        spec.addOption(CommandOptions.flag("Shows every event as it happens.", "--watch"));
        spec.addOption(EventFilter.option());
        spec.addOption(
                CommandOptions.option(
                        "FORM",
                        "Progress output: auto (default) or json (one line per event on stderr).",
                        "--progress"));
        spec.addOption(
                CommandOptions.flag(
                        "Stops and cleans up when standard input closes.", "--lifeline"));
        spec.addOption(
                CommandOptions.flag("Refuses live servers on private addresses.", "--public-only"));
        spec.addOption(
                CommandOptions.flag("Installs again instead of using the cache.", "--fresh"));
        spec.addOption(
                CommandOptions.flag(
                        "Keeps the sandbox until you press Enter, so that you can look inside.",
                        "--no-cleanup"));
        spec.addOption(
                CommandOptions.option(
                        "ID",
                        "Saves these options; mcpsf assess ID runs them again.",
                        "--save-as"));
        spec.addOption(
                CommandOptions.option(
                        "URL",
                        "Where the same server already runs: SOURCE is only read, the running"
                                + " server is tested, and both are in one report.",
                        "--server-url"));
        spec.addOption(
                CommandOptions.many(
                        "LINE",
                        "Header for a remote server, sent to no one else; may be repeated, or @FILE"
                                + " with one per line. MCPSF_TOKEN in the environment is sent as a"
                                + " bearer token.",
                        "--header"));
        spec.addOption(
                CommandOptions.option(
                        "ADDRESS",
                        "Streams every event while it happens, as ECS: udp://HOST:PORT,"
                                + " tcp://HOST:PORT (syslog) or http(s)://URL.",
                        "--stream"));
        spec.addOption(
                CommandOptions.flag(
                        "Confirms testing a server that runs on this machine.", "--yes"));
        Results.declare(spec);
        spec.usageMessage()
                .customSynopsis(
                        "mcpsf assess SOURCE [OPTIONS] [-- SERVER ARGUMENTS]",
                        "       mcpsf assess [OPTIONS] npx -y @scope/server ARGUMENTS",
                        "       mcpsf assess [OPTIONS] --config FILE [--server NAME]")
                .footer(
                        "",
                        "Options with a value can also be set in the environment, in a file given"
                                + " with --settings,",
                        "in ~/.config/mcpsf/settings.env, or in ./.env if it belongs to you and is"
                                + " not part of what",
                        "is assessed. MCPSF_RUNTIME sets --runtime; likewise PROFILE, EXECUTOR,"
                                + " TIER, MEMORY,",
                        "CPUS, TIMEOUT, ALLOW_NET, OUTPUT, VALID_CALLS, FUZZ_CALLS and"
                                + " FUZZ_SECONDS. The first one",
                        "found counts.",
                        "",
                        "Examples:",
                        "  mcpsf assess @scope/server",
                        "  mcpsf assess npx -y @scope/server --root /tmp",
                        "  mcpsf assess --config .mcp.json --server files",
                        "  mcpsf assess ./my-server --command 'node dist/index.js' -- --root /tmp",
                        "  mcpsf assess ./my-server --format json --fail-on medium > report.json");
        return spec;
    }

    /** Where a source stands that is not written out. */
    static void origin(CommandSpec spec) {
        spec.addOption(
                CommandOptions.option(
                        "FILE",
                        "Takes the source from a client's configuration, such as .mcp.json."
                                + " Secrets in it are replaced by decoys.",
                        "--config"));
        spec.addOption(
                CommandOptions.option(
                        "NAME", "Which entry of --config, if there are several.", "--server"));
    }

    /** What a look needs, whether or not anything is started. */
    static void looking(CommandSpec spec) {
        spec.addOption(
                CommandOptions.option(
                        "LIST",
                        "Only these detectors: rule ids and families, separated by commas (mcpsf"
                                + " detectors lists them). The report names what was left out, and"
                                + " the verdict is never NOTHING_SEEN.",
                        "--detectors"));
        spec.addOption(
                CommandOptions.option(
                        "DIR", "Output folder for cases (default ./reports).", "-o", "--output"));
        spec.addOption(
                CommandOptions.option(
                        "TIME",
                        "Time limit for the whole run, downloads included, such as 90s or 5m. What"
                                + " was seen by then is reported.",
                        "--timeout"));
        spec.addOption(
                CommandOptions.option(
                        "FILE",
                        "File with settings for mcpsf, one per line, such as MCPSF_PROFILE=safe.",
                        "--settings"));
        spec.addOption(
                CommandOptions.flag("Downloads nothing and uses only the cache.", "--offline"));
        spec.addOption(
                CommandOptions.option(
                        "FORM",
                        "SBOM format: cyclonedx (default), or spdx in addition.",
                        "--sbom"));
    }
}
