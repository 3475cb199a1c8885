package io.mcpsf.service.kubernetes;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The only way from a pod to the internet: tunnels to port 443 of hosts that the operator names,
 * which are package registries. TLS ends at the registry, so it sees names and numbers of bytes.
 */
public final class EgressProxy implements AutoCloseable {

    /** Where packages and advisories come from when nothing else is said. */
    public static final List<String> USUAL =
            List.of(
                    "registry.npmjs.org",
                    "pypi.org",
                    "files.pythonhosted.org",
                    "github.com",
                    "codeload.github.com",
                    "gitlab.com",
                    "codeberg.org",
                    "bitbucket.org",
                    "nodejs.org",
                    "api.osv.dev");

    private static final Logger LOG = Logger.getLogger(EgressProxy.class.getName());
    private static final Pattern CONNECT =
            Pattern.compile("CONNECT ([A-Za-z0-9.-]{1,253}):([0-9]{1,5}) HTTP/1\\.[01]");
    private static final int LONGEST_HEAD = 8 << 10;
    private static final int OF_ONE_POD = 64;
    private static final int IDLE_MILLIS = 60_000;
    private static final int CONNECT_MILLIS = 20_000;

    private final ServerSocket listening;
    private final Set<String> hosts;
    private final int port;
    private final Map<InetAddress, AtomicInteger> open = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong();
    private final Thread thread;

    /** Tunnels to {@code to}, which is 443 but in tests. */
    EgressProxy(int at, Set<String> hosts, int to) {
        this.hosts = Set.copyOf(hosts);
        this.port = to;
        this.thread = Thread.ofVirtual().name("egress").unstarted(this::accept);
        try {
            this.listening = new ServerSocket(at);
        } catch (IOException e) {
            throw new UncheckedIOException("the port for packages could not be opened", e);
        }
    }

    public EgressProxy start() {
        thread.start();
        return this;
    }

    int port() {
        return listening.getLocalPort();
    }

    /** What went through in both directions. */
    long bytes() {
        return bytes.get();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket pod = listening.accept();
                Thread.ofVirtual().start(() -> serve(pod));
            } catch (IOException e) {
                if (!listening.isClosed()) {
                    LOG.log(Level.WARNING, "a connection of a pod was lost: {0}", e.getMessage());
                }
            }
        }
    }

    private void serve(Socket pod) {
        AtomicInteger mine = open.computeIfAbsent(pod.getInetAddress(), _ -> new AtomicInteger());
        try (pod) {
            pod.setSoTimeout(IDLE_MILLIS);
            if (mine.incrementAndGet() > OF_ONE_POD) {
                answer(pod, "429 Too Many Requests");
                return;
            }
            Matcher asked = CONNECT.matcher(firstLine(pod.getInputStream()));
            if (!asked.matches()
                    || !hosts.contains(asked.group(1).toLowerCase(java.util.Locale.ROOT))
                    || Integer.parseInt(asked.group(2)) != 443) {
                answer(pod, "403 Forbidden");
                return;
            }
            try (var there = new Socket()) {
                there.connect(new InetSocketAddress(asked.group(1), port), CONNECT_MILLIS);
                there.setSoTimeout(IDLE_MILLIS);
                answer(pod, "200 Connection established");
                tunnel(pod, there);
            } catch (java.net.ConnectException | java.net.UnknownHostException e) {
                answer(pod, "502 Bad Gateway");
            }
        } catch (IOException e) {
            LOG.log(Level.FINE, "a tunnel broke", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            mine.decrementAndGet();
        }
    }

    private void tunnel(Socket pod, Socket there) throws IOException, InterruptedException {
        Thread up = Thread.ofVirtual().start(() -> relay(pod, there));
        relay(there, pod);
        up.join();
    }

    /** Until one side has nothing more to say, or both are silent for too long. */
    private void relay(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            var buffer = new byte[1 << 15];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                out.write(buffer, 0, n);
                bytes.addAndGet(n);
            }
            to.shutdownOutput();
        } catch (IOException e) {
            closeBoth(from, to);
        }
    }

    private static void closeBoth(Socket one, Socket other) {
        try (one;
                other) {
            LOG.log(Level.FINE, "a tunnel ends");
        } catch (IOException e) {
            LOG.log(Level.FINE, "a tunnel was gone already", e);
        }
    }

    /** The first line of a head that is read to its end, within bounds. */
    private static String firstLine(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.length() < LONGEST_HEAD && !head.toString().endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.append((char) next);
        }
        return head.toString().split("\r\n", 2)[0];
    }

    private static void answer(Socket pod, String status) throws IOException {
        pod.getOutputStream()
                .write(("HTTP/1.1 " + status + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            LOG.log(Level.FINE, "not closed", e);
        }
    }
}
