package io.mcpsf.cli;

import io.mcpsf.run.request.UsageException;
import io.mcpsf.service.Foundation;
import io.mcpsf.service.Workshop;
import io.mcpsf.service.kubernetes.ClusterAccess;
import io.mcpsf.service.kubernetes.EgressProxy;
import io.mcpsf.service.kubernetes.JudgeProcess;
import io.mcpsf.service.kubernetes.KubernetesDispatcher;
import io.mcpsf.service.kubernetes.KubernetesException;
import io.mcpsf.service.kubernetes.PodProfile;
import io.mcpsf.service.kubernetes.PodTemplate;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code worker} takes when its jobs run in a cluster. */
final class KubernetesWords {

    private static final Pattern PLACE =
            Pattern.compile("([A-Za-z0-9.-]+|\\[[0-9a-fA-F:]+])(?::([0-9]{1,5}))?");
    private static final int PORT = 8415;
    private static final Duration LONGEST = Duration.ofMinutes(30);
    private static final Duration START = Duration.ofMinutes(10);

    private KubernetesWords() {}

    static void declare(CommandSpec spec) {
        spec.addOption(
                CommandOptions.flag(
                        "Experimental: runs each job as a Kubernetes Job, in the cluster of the"
                                + " kubeconfig or of the pod that this worker runs in.",
                        "--kubernetes"));
        spec.addOption(
                CommandOptions.option(
                        "N",
                        "With --kubernetes: the namespace (default: that of the context or pod).",
                        "--namespace"));
        spec.addOption(
                CommandOptions.option(
                        "N", "With --kubernetes: concurrent jobs (default: 100).", "--parallel"));
        declarePods(spec);
        spec.addOption(
                CommandOptions.option(
                        "PROFILE",
                        "With --kubernetes: how pods are isolated: %s (default: localhost)."
                                .formatted(String.join(", ", PodProfile.words())),
                        "--pod-profile"));
        spec.addOption(
                CommandOptions.option(
                        "HOST[:PORT]",
                        "With --kubernetes: the address of this worker as pods reach it (default:"
                                + " MCPSF_POD_IP, port 8415). Packages come through the next"
                                + " port; the port after that must not be reachable.",
                        "--hand-back"));
        spec.addOption(
                CommandOptions.many(
                        "HOST",
                        "With --kubernetes: another host that pods may fetch packages from.",
                        "--registry"));
        spec.addOption(
                CommandOptions.flag(
                        "With --kubernetes: also runs jobs where the cluster does not enforce the"
                                + " NetworkPolicy of the pods. Without this option, each pod first"
                                + " tests whether it does.",
                        "--allow-unenforced-network"));
    }

    /** What the pods are made of. */
    static void declarePods(CommandSpec spec) {
        spec.addOption(
                CommandOptions.option(
                        "IMAGE",
                        "With --kubernetes: the image of mcpsf (default: mcpsf:latest).",
                        "--image"));
        spec.addOption(
                CommandOptions.option(
                        "FILE",
                        "With --kubernetes: a PodTemplate with image, resources, node selection and"
                                + " the like.",
                        "--template"));
    }

    static boolean asked(ParseResult words) {
        return words.hasMatchedOption("--kubernetes");
    }

    static ClusterAccess access(ParseResult words, Map<String, String> env) {
        try {
            ClusterAccess access = ClusterAccess.of(env);
            String namespace = CommandOptions.value(words, "--namespace", access.namespace());
            if (!namespace.matches("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")) {
                throw new UsageException(
                        "--namespace is not a valid name", "", "--namespace mcpsf");
            }
            return access.in(namespace);
        } catch (IOException | IllegalArgumentException e) {
            throw new UsageException(
                    "no Kubernetes cluster can be used",
                    String.valueOf(e.getMessage()),
                    "set KUBECONFIG, or run mcpsf in a pod with a service account");
        }
    }

    static KubernetesDispatcher dispatcher(
            ParseResult words, Map<String, String> env, Foundation foundation) {
        ClusterAccess access = access(words, env);
        Matcher place =
                PLACE.matcher(
                        CommandOptions.value(
                                words, "--hand-back", env.getOrDefault("MCPSF_POD_IP", "")));
        if (!place.matches()) {
            throw new UsageException(
                    "the address for pods is missing",
                    "pods hand their cases back to this worker",
                    "--hand-back HOST:" + PORT);
        }
        int port = place.group(2) == null ? PORT : Integer.parseInt(place.group(2));
        var settings =
                new KubernetesDispatcher.Settings(
                        template(words),
                        PodProfile.of(
                                CommandOptions.value(words, "--pod-profile", "").isEmpty()
                                        ? PodProfile.LOCALHOST.word()
                                        : CommandOptions.choice(
                                                words, "--pod-profile", PodProfile.words())),
                        new KubernetesDispatcher.Listening(
                                place.group(1).replaceAll("[\\[\\]]", ""),
                                port,
                                port + 1,
                                registries(words),
                                words.hasMatchedOption("--allow-unenforced-network")
                                        ? OptionalInt.empty()
                                        : OptionalInt.of(port + 2)),
                        LONGEST,
                        START);
        try {
            return new KubernetesDispatcher(
                    access,
                    settings,
                    foundation.queue(Workshop.LEASE),
                    foundation.ids(),
                    new JudgeProcess(env, Runtime.getRuntime().availableProcessors()));
        } catch (IOException e) {
            throw new UsageException(
                    "the cluster can't be used",
                    String.valueOf(e.getMessage()),
                    "see docs/scale.md");
        }
    }

    static void start(KubernetesDispatcher dispatcher) throws InterruptedException {
        try {
            dispatcher.start();
        } catch (KubernetesException e) {
            throw new UsageException(
                    "the cluster can't be used",
                    String.valueOf(e.getMessage()),
                    "grant the Role in docs/scale.md");
        } catch (UncheckedIOException e) {
            throw new UsageException(
                    "pods cannot reach this worker",
                    String.valueOf(e.getMessage()),
                    "--hand-back another port");
        }
    }

    private static Set<String> registries(ParseResult words) {
        List<String> more = words.matchedOptionValue("--registry", List.of());
        var all = new HashSet<>(EgressProxy.USUAL);
        all.addAll(more);
        return all;
    }

    /** The pods that are to be tried, if any are named. */
    static Optional<PodTemplate> pods(ParseResult words) {
        boolean named = words.hasMatchedOption("--image") || words.hasMatchedOption("--template");
        return named ? Optional.of(template(words)) : Optional.empty();
    }

    private static PodTemplate template(ParseResult words) {
        String file = CommandOptions.value(words, "--template", "");
        String image = CommandOptions.value(words, "--image", "");
        if (file.isEmpty()) {
            return PodTemplate.of(image.isEmpty() ? "mcpsf:latest" : image);
        }
        try {
            PodTemplate template = PodTemplate.read(Files.readAllBytes(Path.of(file)));
            return image.isEmpty() ? template : template.with(image);
        } catch (IOException | IllegalArgumentException e) {
            throw new UsageException(
                    "cannot use the template " + file,
                    String.valueOf(e.getMessage()),
                    "see docs/scale.md");
        }
    }

    /** Jobs in pods are no processes of ours. */
    static void refuseWith(ParseResult words) {
        if (words.hasMatchedOption("--warm")) {
            throw new UsageException(
                    "--warm does not work with --kubernetes", "jobs run in pods", "leave it out");
        }
    }

    /** Options that mean nothing without a cluster are not silently ignored. */
    static void refuseWithout(ParseResult words) {
        for (String option :
                List.of(
                        "--namespace",
                        "--parallel",
                        "--image",
                        "--template",
                        "--pod-profile",
                        "--hand-back",
                        "--registry",
                        "--allow-unenforced-network")) {
            if (words.hasMatchedOption(option)) {
                throw new UsageException(
                        option + " needs --kubernetes", "", "add --kubernetes or leave it out");
            }
        }
    }
}
