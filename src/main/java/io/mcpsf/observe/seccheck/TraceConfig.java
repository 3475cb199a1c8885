package io.mcpsf.observe.seccheck;

import io.mcpsf.json.Json;
import io.mcpsf.linux.CallNames;
import io.mcpsf.sandbox.CallPolicy;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What gVisor is asked to tell, and where to. */
final class TraceConfig {

    private static final List<String> CONTEXT =
            List.of("thread_id", "group_id", "credentials", "cwd", "process_name");

    /** Told with their words; the number of the call alone would say less. */
    private static final Set<String> WORDED =
            Set.of(
                    "execve",
                    "execveat",
                    "open",
                    "openat",
                    "creat",
                    "connect",
                    "bind",
                    "socket",
                    "clone3");

    /** How they end says how long they took. */
    private static final Set<String> SLEEPS = Set.of("nanosleep", "clock_nanosleep");

    private TraceConfig() {}

    static String to(Path socket) {
        ObjectNode config = Json.object();
        ObjectNode session = config.putObject("trace_session").put("name", "Default");
        ArrayNode points = session.putArray("points");
        point(points, "container/start", List.of("env"));
        point(points, "sentry/clone", List.of());
        point(points, "sentry/execve", List.of("binary_info"));
        point(points, "sentry/task_exit", List.of());
        point(points, "syscall/execve/enter", List.of("envv"));
        point(points, "syscall/execve/exit", List.of());
        point(points, "syscall/execveat/enter", List.of("fd_path", "envv"));
        point(points, "syscall/execveat/exit", List.of("fd_path"));
        point(points, "syscall/open/exit", List.of());
        point(points, "syscall/creat/exit", List.of());
        point(points, "syscall/openat/exit", List.of("fd_path"));
        point(points, "syscall/connect/enter", List.of("fd_path"));
        point(points, "syscall/bind/enter", List.of("fd_path"));
        point(points, "syscall/socket/exit", List.of());
        for (String call : List.of("dup", "dup2", "dup3")) {
            point(points, "syscall/" + call + "/exit", List.of("fd_path"));
        }
        for (int number : raw()) {
            point(points, "syscall/sysno/" + number + "/enter", List.of());
            if (SLEEPS.contains(CallNames.ours().name(number))) {
                point(points, "syscall/sysno/" + number + "/exit", List.of());
            }
        }
        // Many tries: a full socket slows the sample down instead of losing what it did.
        session.putArray("sinks")
                .addObject()
                .put("name", "remote")
                .put("ignore_setup_error", false)
                .putObject("config")
                .put("endpoint", socket.toString())
                .put("retries", 200)
                .put("backoff", "25us")
                .put("backoff_max", "10ms");
        return Json.text(config);
    }

    /**
     * The calls that are told by their numbers alone: all that the policy refuses or watches, and
     * the execs once more, because one with too long arguments is told in no other way.
     */
    private static Set<Integer> raw() {
        Set<Integer> numbers = new TreeSet<>();
        for (CallPolicy.Call call : CallPolicy.usual().calls().values()) {
            boolean told =
                    call.decisions().stream().anyMatch(d -> d.kind() != CallPolicy.Kind.ALLOW);
            if (told && !WORDED.contains(call.name())) {
                numbers.add(call.number());
            }
        }
        numbers.add(CallNames.ours().number("execve"));
        numbers.add(CallNames.ours().number("execveat"));
        // gVisor's highest point; newer calls it has not, nor points for them.
        numbers.removeIf(number -> number > 441);
        return numbers;
    }

    private static void point(ArrayNode points, String name, List<String> optional) {
        String[] parts = name.split("/");
        boolean call = parts[0].equals("syscall") && !parts[1].equals("sysno");
        if (call && !CallNames.ours().has(parts[1])) {
            return;
        }
        ObjectNode point = points.addObject().put("name", name);
        optional.forEach(point.putArray("optional_fields")::add);
        CONTEXT.forEach(point.putArray("context_fields")::add);
    }
}
