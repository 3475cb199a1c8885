package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.Act;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.NetworkObservation.TlsFailed;
import io.mcpsf.model.NetworkObservation.TlsOpened;
import io.mcpsf.model.Observation.Repeated;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.ProcessObservation.ResourcesUsed;
import io.mcpsf.model.ProcessObservation.Slept;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.ProtocolObservation.ServerAsked;
import io.mcpsf.model.ProtocolObservation.StderrWritten;
import io.mcpsf.model.ProtocolObservation.ToolAnswered;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.RunObservation.ServerEnded;
import io.mcpsf.model.RunObservation.ServerStarted;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.Bound;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.DnsAsked;
import io.mcpsf.model.Verdict;

import org.junit.jupiter.api.Test;

import java.util.List;

/** All that honest servers do, in one run: nothing of it may be more than LOW. */
final class BenignDayTest {

    @Test
    void whatHonestServersDoIsNoAlarm() {
        Judgement judgement = Judge.judge(day(), RuleSet.load());

        assertThat(judgement.findings())
                .filteredOn(finding -> finding.severity().compareTo(Severity.MEDIUM) >= 0)
                .extracting(Finding::message)
                .isEmpty();
        assertThat(judgement.verdict()).isEqualTo(Verdict.NOTHING_SEEN);
        assertThat(judgement.risk().score()).isLessThanOrEqualTo(10);
    }

    private static Evidence day() {
        var story = new Story().in(Phase.START);
        start(story);
        story.in(Phase.HANDSHAKE)
                .sees(new Greeted("2025-06-18", "notes", "1.0", "Keeps notes. \ud83d\udcdd\ufe0f"))
                .in(Phase.LIST);
        for (int listing = 1; listing <= 2; listing++) {
            story.sees(
                            new ToolListed(
                                    listing,
                                    "read_file",
                                    "Reads a file; do not call it twice.",
                                    "{}",
                                    "{\"readOnlyHint\":true,\"openWorldHint\":false}"))
                    .sees(new ToolListed(listing, "run", "Runs a command", "{}", "{}"))
                    .sees(new ToolListed(listing, "fetch", "Fetches a page", "{}", "{}"));
        }
        calls(story);
        return story.in(Phase.IDLE)
                .sees(new Slept(2_000))
                .sees(write("/home/ana/.cache/notes/index"))
                .in(Phase.STOP)
                .sees(new ResourcesUsed(900, 180_000_000, 24, 0, 0))
                .sees(new ServerEnded("signal", 15, true))
                .evidence();
    }

    private static void start(Story story) {
        story.sees(new ServerStarted(List.of("node", "/srv/app/server.js"), "main"))
                .starts(1, 0, "/usr/bin/node", "node", "/srv/app/server.js")
                .sees(new CallRefused("io_uring_setup", "argument 0x40", "x86_64"))
                .sees(new CallRefused("clone3", "", "x86_64"))
                .sees(new CallNoted("prctl", "PR_SET_NAME node"))
                .sees(new Connected("netlink", "", 0))
                .sees(new Connected("unix", "/var/run/nscd/socket", 0));
        for (String path :
                List.of(
                        "/srv/app/server.js",
                        "/srv/app/package.json",
                        "/srv/app/node_modules/open/index.js",
                        "/etc/passwd",
                        "/etc/group",
                        "/etc/hosts",
                        "/etc/resolv.conf",
                        "/etc/nsswitch.conf",
                        "/etc/os-release",
                        "/etc/ssl/openssl.cnf",
                        "/etc/localtime",
                        "/proc/self/maps",
                        "/proc/self/stat",
                        "/proc/self/cgroup",
                        "/proc/self/mountinfo",
                        "/proc/meminfo",
                        "/proc/cpuinfo",
                        "/proc/version",
                        "/proc/stat",
                        "/proc/sys/vm/overcommit_memory",
                        "/sys/fs/cgroup/memory.max",
                        "/sys/fs/cgroup/cpu.max",
                        "/sys/devices/system/cpu/online",
                        "/.dockerenv",
                        "/run/.containerenv",
                        "/home/ana/.config/notes/config.json",
                        "/home/ana/.gitconfig")) {
            story.sees(new FileOpened(path, path, Access.READ, true));
        }
        story.sees(new FileOpened("/proc/1/cgroup", "/proc/self/cgroup", Access.READ, true))
                .sees(new Repeated(8, 5_000))
                .sees(write("/home/ana/.cache/notes/state"))
                .sees(write("/home/ana/.config/notes/config.json"))
                .sees(write("/home/ana/.local/share/notes/notes.db"))
                .sees(write("/srv/app/__pycache__/x.cpython-312.pyc"))
                .sees(write("/tmp/notes-1/lock"))
                .sees(new FileActed(Act.MKDIR, "/home/ana/.config/notes", ""))
                .sees(new FileActed(Act.RENAME, "/tmp/notes-1/a.tmp", "/tmp/notes-1/a"))
                .sees(new FileActed(Act.CHMOD, "/home/ana/.config/notes/config.json", "0600"))
                .sees(new FileActed(Act.DELETE, "/tmp/notes-1/lock", ""))
                .sees(new Bound("tcp", "127.0.0.1", 3000))
                .sees(new Bound("udp", "0.0.0.0", 0))
                .sees(new DnsAsked("us.i.posthog.com", "A", "10.0.0.53:53"))
                .sees(new DnsAsked("registry.npmjs.org", "AAAA", "10.0.0.53:53"))
                .sees(new Connected("udp", "10.0.0.53", 53))
                .sees(new Connected("tcp", "198.51.100.20", 443))
                .sees(new FlowOpened("tcp", "198.51.100.20", 443, "registry.npmjs.org", 40_000))
                .sees(request("GET", "https://registry.npmjs.org/notes/latest", "", ""))
                .sees(new FlowOpened("tcp", "198.51.100.21", 443, "us.i.posthog.com", 40_001))
                .sees(request("POST", "https://us.i.posthog.com/v1", "", "{}"))
                .sees(new Connected("tcp", "127.0.0.1", 5432))
                .sees(new StderrWritten(30, "notes server listening"))
                .sees(new ServerAsked("roots/list", "{}"));
        missing(story, 2, "/usr/local/bin/git");
        story.starts(2, 1, "/usr/bin/git", "git", "--version")
                .sees(new FileOpened("/home/ana/.gitconfig", "", Access.READ, true))
                .starts(3, 1, "/usr/bin/uname", "uname", "-a")
                .starts(4, 1, "/usr/bin/which", "which", "rg")
                .starts(5, 1, "/bin/sh", "sh", "-c", "command -v git")
                .starts(6, 1, "/usr/bin/id", "id", "-u")
                .by(1);
    }

    private static void missing(Story story, int process, String path) {
        story.by(process)
                .sees(
                        new ProcessStarted(
                                process, 1, path, List.of("git"), Image.MISSING, List.of()));
    }

    private static void calls(Story story) {
        story.calls(1, "read_file", "{\"path\":\"/home/ana/notes/todo.txt\"}")
                .sees(new FileOpened("/home/ana/notes/todo.txt", "", Access.READ, true))
                .sees(new ToolAnswered(1, "read_file", Answer.RESULT, 3, 20, "{\"text\":\"milk\"}"))
                .calls(2, "run", "{\"command\":\"ls -la /home/ana/notes\"}")
                .starts(7, 1, "/bin/sh", "sh", "-c", "ls -la /home/ana/notes")
                .starts(8, 7, "/usr/bin/ls", "ls", "-la", "/home/ana/notes")
                .by(1)
                .sees(
                        new ToolAnswered(
                                2,
                                "run",
                                Answer.RESULT,
                                9,
                                60,
                                "{\"text\":\"\\u001b[34mnotes\\u001b[0m\"}"))
                .calls(3, "fetch", "{\"url\":\"https://site.invalid/page\"}")
                .sees(new DnsAsked("site.invalid", "A", "10.0.0.53:53"))
                .sees(new Connected("tcp", "198.51.100.21", 443))
                .sees(new FlowOpened("tcp", "198.51.100.21", 443, "site.invalid", 40_001))
                .sees(request("GET", "https://site.invalid/page", "host: site.invalid", ""))
                .sees(
                        new ToolAnswered(
                                3,
                                "fetch",
                                Answer.TOOL_ERROR,
                                9,
                                60,
                                "{\"text\":\"fetch failed\u200b\"}"))
                .calls(4, "send", "{\"to\":\"Ana <ana@site.example>\",\"text\":\"Hi\"}")
                .sees(new DnsAsked("api.notes.invalid", "A", "100.64.0.1:53"))
                .sees(new DnsAsked("api.notes.invalid", "A", "100.64.0.1"))
                .sees(new Connected("udp", "52.84.1.2", 0))
                .sees(new Connected("tcp", "52.84.1.2", 443))
                .sees(new FlowOpened("tcp", "52.84.1.2", 443, "api.notes.invalid", 40_002))
                .sees(new TlsOpened("api.notes.invalid", "52.84.1.2", 443, "h2", "t13d"))
                .sees(
                        request(
                                "POST",
                                "https://api.notes.invalid/v1/mail",
                                "authorization: Bearer own",
                                "{\"from\":\"bot@notes.invalid\",\"to\":[{\"email\":"
                                        + "\"ana@site.example\"}]}"))
                .sees(new TlsFailed("api.notes.invalid", "52.84.1.2", 443, "pinned: unknown_ca"))
                .betweenCalls();
    }

    private static RequestSent request(String method, String url, String headers, String body) {
        return new RequestSent("HTTP/1.1", method, url, headers, body.length(), body, true);
    }

    private static FileOpened write(String path) {
        return new FileOpened(path, path, Access.CREATE, false);
    }
}
