package io.mcpsf.service.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/** Whoever asks for something large and does not read it does not keep the line. */
final class SlowReadersTest {

    private static final int LARGE = 64 << 20;

    @Test
    @Timeout(180)
    void anAnswerThatNobodyReadsIsCutOff() throws Exception {
        try (var door = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                var client = new Socket(door.getInetAddress(), door.getLocalPort());
                var line = door.accept()) {
            Future<Boolean> answer = answer(line, Duration.ofMillis(300));

            assertThatThrownBy(answer::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(IOException.class);
            assertThat(client.isClosed()).isFalse();
        }
    }

    @Test
    @Timeout(180)
    void oneThatIsReadIsNot() throws Exception {
        try (var door = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                var client = new Socket(door.getInetAddress(), door.getLocalPort());
                var line = door.accept()) {
            Future<Boolean> answer = answer(line, Duration.ofSeconds(20));

            long read = 0;
            while (read < LARGE) {
                read += client.getInputStream().readNBytes(1 << 20).length;
            }

            assertThat(answer.get()).isTrue();
        }
    }

    private static Future<Boolean> answer(Socket line, Duration patience) {
        var guard = new SlowClientGuard().start();
        var answer =
                new FutureTask<>(
                        () -> {
                            try (guard;
                                    var out =
                                            new UnreadGuard(
                                                    line.getOutputStream(), guard, patience)) {
                                for (int i = 0; i < LARGE >> 16; i++) {
                                    out.write(new byte[1 << 16]);
                                }
                                return true;
                            }
                        });
        Thread.ofVirtual().start(answer);
        return answer;
    }
}
