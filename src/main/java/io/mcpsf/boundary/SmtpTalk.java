package io.mcpsf.boundary;

import io.mcpsf.boundary.wire.Protocol;
import io.mcpsf.model.NetworkObservation.MailSent;
import io.mcpsf.model.NetworkObservation.PacketSent;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A mail server that takes everything. */
final class SmtpTalk {

    private static final int MAX_LINE = 4096;
    private static final int MAX_COMMANDS = 10_000;
    private static final int MAX_RECIPIENTS = 500;
    private static final long MAX_BYTES = 64L << 20;

    private final Conversation talk;
    private String from = "";
    private final List<String> to = new ArrayList<>();

    SmtpTalk(Conversation talk) {
        this.talk = talk;
    }

    void run() throws IOException {
        // A client that speaks first has been greeted before it turned to TLS.
        if (talk.in().seen().length == 0) {
            String host = talk.layer().host().isEmpty() ? "mail" : talk.layer().host();
            say("220 " + host.replaceAll("[^a-zA-Z0-9.-]", "") + " ESMTP Postfix");
        }
        for (int i = 0; i < MAX_COMMANDS; i++) {
            String line = line();
            String verb = line.split("[ :]", 2)[0].toUpperCase(Locale.ROOT);
            switch (verb) {
                case "EHLO" ->
                        say(
                                "250-mail\r\n"
                                        + "250-SIZE 52428800\r\n"
                                        + "250-8BITMIME\r\n"
                                        + "250-AUTH PLAIN LOGIN"
                                        + (talk.layer().tls() ? "" : "\r\n250-STARTTLS")
                                        + "\r\n250 SMTPUTF8");
                case "HELO", "RSET", "NOOP", "VRFY" -> say("250 Ok");
                case "MAIL" -> {
                    from = address(line);
                    to.clear();
                    say("250 2.1.0 Ok");
                }
                case "RCPT" -> {
                    if (to.size() < MAX_RECIPIENTS) {
                        to.add(address(line));
                    }
                    say("250 2.1.5 Ok");
                }
                case "AUTH" -> authenticate(line);
                case "STARTTLS" -> {
                    say("220 2.0.0 Ready to start TLS");
                    if (talk.in().await(3) < 3
                            || Protocol.of(talk.in().seen(), 0) != Protocol.TLS) {
                        return;
                    }
                    // A hello says nothing of mail: the inner conversation greets by the port.
                    talk.deeper(talk.layer().host(), talk.layer().port());
                    return;
                }
                case "DATA" -> message();
                case "QUIT", "", "." -> {
                    say("221 2.0.0 Bye");
                    return;
                }
                default -> say("502 5.5.2 Error: command not recognized");
            }
        }
    }

    private void authenticate(String line) throws IOException {
        var said = new StringBuilder(line);
        String upper = line.toUpperCase(Locale.ROOT);
        if (upper.startsWith("AUTH LOGIN")) {
            for (String prompt : List.of("334 VXNlcm5hbWU6", "334 UGFzc3dvcmQ6")) {
                say(prompt);
                said.append('\n').append(line());
            }
        } else if (line.strip().split(" ").length < 3) {
            say("334 ");
            said.append('\n').append(line());
        }
        byte[] bytes = said.toString().getBytes(StandardCharsets.UTF_8);
        tellPacket(bytes);
        talk.services().witness().search(talk.flow(), "smtp", destination(), bytes);
        say("235 2.7.0 Authentication successful");
    }

    private void tellPacket(byte[] bytes) {
        talk.services()
                .witness()
                .saw(
                        talk.flow(),
                        new PacketSent(
                                "smtp",
                                talk.flow().address(),
                                talk.layer().port(),
                                bytes.length,
                                Excerpt.packet(bytes)));
    }

    private void message() throws IOException {
        say("354 End data with <CR><LF>.<CR><LF>");
        var body = new ByteArrayOutputStream();
        long total = 0;
        for (String line = line(); !line.equals("."); line = line()) {
            byte[] bytes = (line + "\n").getBytes(StandardCharsets.ISO_8859_1);
            total += bytes.length;
            body.write(bytes, 0, Math.min(bytes.length, talk.layer().keepBytes() - body.size()));
            if (total > MAX_BYTES) {
                break;
            }
        }
        byte[] kept = body.toByteArray();
        Witness witness = talk.services().witness();
        witness.saw(
                talk.flow(),
                new MailSent(Excerpt.name(from), to, total, Excerpt.text(kept)),
                destination());
        byte[] envelope = (from + "\n" + String.join("\n", to)).getBytes(StandardCharsets.UTF_8);
        witness.search(talk.flow(), "smtp", destination(), envelope);
        witness.search(talk.flow(), "smtp", destination(), kept);
        say("250 2.0.0 Ok: queued as 4XkT2m5Zq8z1");
    }

    private void say(String line) throws IOException {
        talk.out().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
        talk.out().flush();
    }

    /** The next line; the end of the connection reads as an empty one in no message. */
    private String line() throws IOException {
        var line = new StringBuilder();
        for (int c = talk.in().read(); c != '\n'; c = talk.in().read()) {
            if (c < 0) {
                return line.isEmpty() ? "." : line.toString();
            }
            if (line.length() < MAX_LINE) {
                line.append((char) c);
            }
        }
        int end = line.length();
        if (end > 0 && line.charAt(end - 1) == '\r') {
            line.setLength(end - 1);
        }
        return line.toString();
    }

    private String destination() {
        String host = talk.layer().host();
        return (host.isEmpty() ? talk.flow().address() : host) + ":" + talk.layer().port();
    }

    private static String address(String line) {
        int open = line.indexOf('<');
        int close = line.indexOf('>', open + 1);
        String address =
                open >= 0 && close > open
                        ? line.substring(open + 1, close)
                        : line.substring(line.indexOf(':') + 1);
        return address.strip();
    }
}
