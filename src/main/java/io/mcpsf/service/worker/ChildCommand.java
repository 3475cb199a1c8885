package io.mcpsf.service.worker;

import io.mcpsf.json.Json;
import io.mcpsf.os.Command;
import io.mcpsf.service.job.JobRequest;
import io.mcpsf.service.job.ScanRequests;
import io.mcpsf.service.job.SourcePolicy;

import tools.jackson.databind.node.ObjectNode;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The words that start {@code mcpsf assess} as we were started ourselves, for one request. */
public record ChildCommand(List<String> program, Map<String, String> env, SourcePolicy policy) {

    /** Secrets of the service are none of its children's business. */
    private static final Pattern PRIVATE =
            Pattern.compile("MCPSF_(MASTER_KEY|DB_URL|API_|DATA|TOKEN|S3|HANDBACK).*|AWS_.*|PG.*");

    public ChildCommand {
        program = List.copyOf(program);
        env = Map.copyOf(env);
    }

    /**
     * Half the processor time of a job of seconds goes to the second compiler, which pays only for
     * jobs of minutes.
     */
    private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

    /**
     * The same Java, class path and cache as this process. Live servers are reached on private
     * addresses, and folders of this machine used, only when the operator says so: a name or a path
     * that was good when the job was submitted may lead elsewhere when it runs.
     */
    public static ChildCommand likeUs(Map<String, String> env, SourcePolicy policy) {
        var words = new ArrayList<String>();
        if (!"root".equals(System.getProperty("user.name"))) {
            // A plain user gets the powers that a sandbox needs in namespaces of its own.
            words.addAll(
                    List.of(
                            "unshare",
                            "--user",
                            "--map-root-user",
                            "--mount",
                            "--pid",
                            "--fork",
                            "--kill-child",
                            "--mount-proc",
                            "--"));
        }
        words.addAll(ourselves());
        return new ChildCommand(words, kept(env), policy);
    }

    /**
     * Judges the evidence of a case that comes from elsewhere and writes its reports beside it; no
     * privilege is needed for that, and none is taken.
     */
    public static Command judge(Map<String, String> env, Path evidence, Path empty) {
        var words = new ArrayList<>(ourselves());
        words.addAll(List.of("judge", "--write", "--quiet", "--fail-on", "never"));
        words.add(evidence.toString());
        return Command.of(words).withOnly(kept(env)).in(empty);
    }

    private static List<String> ourselves() {
        var words = new ArrayList<String>();
        words.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        words.addAll(List.of("-XX:+UseSerialGC", "-Xmx512m", "--enable-native-access=ALL-UNNAMED"));
        words.addAll(List.of("-XX:-PrintWarnings", "-XX:-UsePerfData"));
        // It stands in another folder.
        String classPath =
                Arrays.stream(System.getProperty("java.class.path", "").split(File.pathSeparator))
                        .map(part -> Path.of(part).toAbsolutePath().toString())
                        .collect(Collectors.joining(File.pathSeparator));
        Path jar = Path.of(classPath.split(File.pathSeparator, 2)[0]);
        Path cache = jar.resolveSibling("mcpsf.aot");
        boolean packed = !classPath.contains(File.pathSeparator) && classPath.endsWith(".jar");
        if (packed && Files.isRegularFile(cache)) {
            words.addAll(List.of("-XX:AOTCache=" + cache, "-Xlog:disable"));
        }
        words.add(FIRST_COMPILER);
        words.add("-Dmcpsf.terminals=0");
        words.addAll(
                packed
                        ? List.of("-jar", jar.toString())
                        : List.of("-cp", classPath, "io.mcpsf.cli.Main"));
        return words;
    }

    private static Map<String, String> kept(Map<String, String> env) {
        var kept = new LinkedHashMap<>(env);
        kept.keySet().removeIf(name -> PRIVATE.matcher(name).matches());
        kept.putIfAbsent("PATH", Command.PATH);
        return kept;
    }

    /** What the command line is told for one request, and where it has to stand. */
    record Order(List<String> words, Path here, Kind kind) {
        Order {
            words = List.copyOf(words);
        }
    }

    /** What makes one process fit for an order and another not. */
    enum Kind {
        ASSESSMENT,
        /** An assessment that pays for the second compiler. */
        LONG_ASSESSMENT,
        SCAN
    }

    Order order(JobRequest request, String source, Path folder, Path out) throws IOException {
        // An empty folder to stand in: no word of a stranger is the name of a folder there.
        Path empty = Files.createDirectories(folder.resolve("empty"));
        Path here = source.startsWith("./") ? folder.resolve(Worker.UPLOAD) : empty;
        var words = new ArrayList<String>();
        if (ScanRequests.about(source)) {
            scan(request, source, out, words);
            return new Order(words, empty, Kind.SCAN);
        }
        // The source is not the first word behind assess: there it might name something saved.
        words.addAll(List.of("assess", "--output", out.toString()));
        words.addAll(List.of("--progress", "json", "--lifeline", "--fail-on", "never"));
        words.addAll(List.of("--quiet", "--executor", "local", "--profile", request.profile()));
        // It stands in what a stranger sent: no file there is to be looked for.
        words.add("--settings=/dev/null");
        // Whether a server on this machine may be touched was decided when the job came in.
        words.add(policy.allowed().privateTargets() ? "--yes" : "--public-only");
        if (!request.start().command().isEmpty()) {
            words.add("--command=" + request.start().command());
        }
        request.reach().allowNet().forEach(host -> words.add("--allow-net=" + host));
        if (request.manner().timeoutSeconds() > 0) {
            words.add("--timeout=" + request.manner().timeoutSeconds() + "s");
        }
        if (request.manner().seed() >= 0) {
            words.add("--seed=" + request.manner().seed());
        }
        if (!request.manner().detectors().isEmpty()) {
            words.add("--detectors=" + String.join(",", request.manner().detectors()));
        }
        variables(request, folder, words);
        if (!request.reach().headers().isEmpty()) {
            Path file = secret(folder.resolve("headers"), request.reach().headers());
            words.add("--header=@" + file);
        }
        words.add(source);
        if (!request.start().args().isEmpty()) {
            words.add("--");
            words.addAll(request.start().args());
        }
        boolean takesMinutes = request.profile().equals("aggressive");
        return new Order(words, here, takesMinutes ? Kind.LONG_ASSESSMENT : Kind.ASSESSMENT);
    }

    /** A process that is started for this order alone. */
    Command command(Order order, Path here) {
        var words = new ArrayList<>(program);
        if (order.kind() == Kind.LONG_ASSESSMENT) {
            words.remove(FIRST_COMPILER);
        }
        words.addAll(order.words());
        return Command.of(words).withOnly(env).in(here);
    }

    /** A process that waits for an order of the usual kind, in an empty folder. */
    Command standBy(Path empty) {
        var words = new ArrayList<>(program);
        words.add("stand-by");
        return Command.of(words).withOnly(env).in(empty);
    }

    /** The source as it is to be used now, or nothing when it may not be; uploads are ours. */
    Optional<String> admitted(String source) {
        return source.startsWith("./") ? Optional.of(source) : policy.now(source);
    }

    /** What is in scope is decided by the command, when it runs. */
    private static void scan(JobRequest request, String source, Path out, List<String> words) {
        words.addAll(List.of("scan", "--output", out.toString(), "--yes", "--quiet"));
        words.addAll(List.of("--progress", "json", "--lifeline", "--fail-on", "never"));
        words.add("--tools=" + request.start().command());
        words.add("--depth=" + request.profile());
        request.start().args().forEach(target -> words.add("--target=" + target));
        words.add(source.substring(ScanRequests.PREFIX.length()));
    }

    /** By file, for everybody on the machine may read the words of a process. */
    private static void variables(JobRequest request, Path folder, List<String> words)
            throws IOException {
        if (request.reach().env().isEmpty()) {
            return;
        }
        // JSON, because any value has a form in it: none is left that would have to be a word.
        ObjectNode all = Json.object();
        request.reach().env().forEach(all::put);
        Path file = secret(folder.resolve("variables.json"), List.of(Json.text(all)));
        words.add("--env-file=" + file);
    }

    private static Path secret(Path file, List<String> lines) throws IOException {
        Files.createFile(
                file,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.write(file, lines);
    }
}
