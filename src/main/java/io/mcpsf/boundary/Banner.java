package io.mcpsf.boundary;

import io.mcpsf.boundary.wire.Protocol;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/** First words of services where the server speaks first. */
final class Banner {

    private static final Set<Integer> MAIL = Set.of(25, 465, 587, 2525);
    private static final Map<Integer, String> OTHERS =
            Map.of(
                    21, "220 FTP server ready.\r\n",
                    22, "SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n",
                    23, "login: ",
                    110, "+OK POP3 ready\r\n",
                    143, "* OK [CAPABILITY IMAP4rev1] ready\r\n",
                    6667, ":irc NOTICE * :*** Looking up your hostname...\r\n");

    private static final Set<Integer> DATABASES = Set.of(3306, 3307);

    private Banner() {}

    /** How long a client may be silent before it is greeted; those of databases never begin. */
    static int patience(int port) {
        return DATABASES.contains(port) ? 60 : 400;
    }

    static boolean expected(int port) {
        return MAIL.contains(port) || DATABASES.contains(port) || OTHERS.containsKey(port);
    }

    static Protocol protocol(int port) {
        if (DATABASES.contains(port)) {
            return Protocol.MYSQL;
        }
        return MAIL.contains(port) ? Protocol.SMTP : Protocol.RAW;
    }

    static byte[] bytes(int port) {
        return OTHERS.getOrDefault(port, "").getBytes(StandardCharsets.US_ASCII);
    }
}
