package io.mcpsf.cli;

import picocli.CommandLine.Model.CommandSpec;

/** The options of {@code assess}. */
final class AssessOptions {

    private AssessOptions() {}

    static CommandSpec declared() {
        CommandSpec spec =
                Words.command(
                        "assess", "Runs an MCP server in the sandbox and reports what it did.");
        spec.addPositional(
                Words.word(
                        "SOURCE",
                        "0..1",
                        "A folder, package or repository with an MCP server, the URL of one, or a"
                                + " command such as npx -y @scope/server, with options of mcpsf"
                                + " before it."));
        origin(spec);
        spec.addOption(
                Words.option(
                        "CMD",
                        "Start command, if it is not detected automatically.",
                        "-c",
                        "--command"));
        spec.addOption(
                Words.option(
                        "NAME",
                        "Test intensity: safe (no attacks), balanced (default) or aggressive.",
                        "--profile"));
        looking(spec);
        spec.addOption(
                Words.many(
                        "KEY=VALUE",
                        "Environment variable for the server; may be repeated.",
                        "-e",
                        "--env"));
        spec.addOption(
                Words.option(
                        "FILE",
                        "File with environment variables for the server, one per line, or one"
                                + " object in FILE.json.",
                        "--env-file"));
        spec.addOption(
                Words.many(
                        "HOST[:PORT]",
                        "Allowed host: reached for real over HTTP. Everything else is answered by"
                                + " the fake internet. May be repeated.",
                        "--allow-net"));
        spec.addOption(
                Words.option(
                        "NAME",
                        "Sandbox runtime: auto (default), crun, runc, runsc, docker (docker-runc,"
                                + " docker-runsc).",
                        "--runtime"));
        spec.addOption(
                Words.option(
                        "WHERE",
                        "Where to run: auto (default), local, docker, or cloud (the service at"
                                + " MCPSF_API_URL, with MCPSF_API_KEY).",
                        "--executor"));
        spec.addOption(
                Words.option(
                        "TIER",
                        "Required isolation, or nothing is started: minimum (sandboxed),"
                                + " recommended (with kernel-enforced limits) or maximum (with a"
                                + " separate kernel).",
                        "--tier"));
        spec.addOption(
                Words.option(
                        "SIZE", "Memory limit for the server, such as 512m or 2g.", "--memory"));
        spec.addOption(Words.option("N", "CPU limit for the server, such as 0.5.", "--cpus"));
        spec.addOption(Words.option("N", "Random seed, to repeat an earlier run.", "--seed"));
        spec.addOption(
                Words.option(
                        "N", "Valid calls for each tool (default: by profile).", "--valid-calls"));
        spec.addOption(
                Words.option(
                        "N",
                        "Maximum number of attack calls (default: by profile).",
                        "--fuzz-calls"));
        spec.addOption(
                Words.option(
                        "N",
                        "Maximum number of seconds for attacks (default: by profile).",
                        "--fuzz-seconds"));
        spec.addOption(
                Words.option(
                        "MODEL",
                        "Lets a language model suggest calls and doubt texts: anthropic, openai or"
                                + " ollama, each with :NAME, or replay:FILE. Off by default.",
                        "--llm"));
        spec.addOption(Words.flag("Shows every event as it happens.", "--watch"));
        spec.addOption(EventFilter.option());
        spec.addOption(
                Words.option(
                        "FORM",
                        "Progress output: auto (default) or json (one line per event on stderr).",
                        "--progress"));
        spec.addOption(Words.flag("Stops and cleans up when standard input closes.", "--lifeline"));
        spec.addOption(Words.flag("Refuses live servers on private addresses.", "--public-only"));
        spec.addOption(Words.flag("Installs again instead of using the cache.", "--fresh"));
        spec.addOption(
                Words.flag(
                        "Keeps the sandbox until you press Enter, so that you can look inside.",
                        "--no-cleanup"));
        spec.addOption(
                Words.option(
                        "ID",
                        "Saves these options; mcpsf assess ID runs them again.",
                        "--save-as"));
        spec.addOption(
                Words.many(
                        "LINE",
                        "Header for a remote server, sent to no one else; may be repeated, or @FILE"
                                + " with one per line. MCPSF_TOKEN in the environment is sent as a"
                                + " bearer token.",
                        "--header"));
        spec.addOption(
                Words.option(
                        "ADDRESS",
                        "Streams every event while it happens, as ECS: udp://HOST:PORT,"
                                + " tcp://HOST:PORT (syslog) or http(s)://URL.",
                        "--stream"));
        spec.addOption(Words.flag("Confirms testing a server that runs on this machine.", "--yes"));
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
                Words.option(
                        "FILE",
                        "Takes the source from a client's configuration, such as .mcp.json."
                                + " Secrets in it are replaced by decoys.",
                        "--config"));
        spec.addOption(
                Words.option("NAME", "Which entry of --config, if there are several.", "--server"));
    }

    /** What a look needs, whether or not anything is started. */
    static void looking(CommandSpec spec) {
        spec.addOption(
                Words.option(
                        "LIST",
                        "Only these detectors: families and ids of rules, with commas (mcpsf"
                                + " detectors lists them). The report names what was left out, and"
                                + " the verdict is never NOTHING_SEEN.",
                        "--detectors"));
        spec.addOption(
                Words.option(
                        "DIR", "Output folder for cases (default ./reports).", "-o", "--output"));
        spec.addOption(
                Words.option(
                        "TIME",
                        "Time limit for all of it, downloads included, such as 90s or 5m. What was"
                                + " seen until then is reported.",
                        "--timeout"));
        spec.addOption(
                Words.option(
                        "FILE",
                        "File with settings for mcpsf, one per line, such as MCPSF_PROFILE=safe.",
                        "--settings"));
        spec.addOption(Words.flag("Downloads nothing and uses only the cache.", "--offline"));
        spec.addOption(
                Words.option(
                        "FORM",
                        "SBOM format: cyclonedx (default), or spdx in addition.",
                        "--sbom"));
    }
}
