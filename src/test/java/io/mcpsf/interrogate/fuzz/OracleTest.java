package io.mcpsf.interrogate.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.ProtocolObservation.Answer;
import io.mcpsf.model.ProtocolObservation.LogWritten;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.Stamp;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Each effect with its near miss: what looks like it and is none. */
final class OracleTest {

    private static final Mark MARK = Mark.draw(new SplittableRandom(5));
    private static final String PATH = MARK.path();

    @Test
    void aCommandOfOursThatRanIsAHit() {
        assertThat(look("command-injection", "", exec("touch", PATH))).isPresent();
    }

    @Test
    void aValueHandedToTheRightProgramIsNone() {
        assertThat(look("command-injection", "", exec("git", "log", "x; touch " + PATH))).isEmpty();
        assertThat(look("command-injection", "", exec("touch", "x; touch " + PATH))).isEmpty();
        assertThat(look("command-injection", "", exec("touch", "x;", "touch", PATH))).isEmpty();
        assertThat(look("command-injection", "", exec("sh", "-c", "'x; touch " + PATH + "'")))
                .isEmpty();
    }

    @Test
    void aLineOfOursInTheLogIsAHitAndAnEscapedOneIsNone() {
        String forged = MARK.nonce() + " INFO signed in";

        assertThat(look("log-injection", "", new LogWritten(forged))).isPresent();
        assertThat(look("log-injection", "", new LogWritten("INFO \"a\\n" + forged + "\"")))
                .isEmpty();
    }

    @Test
    void anotherStatementThatMadeItsFileIsAHitAndAFileNamedLikeItIsNone() {
        String strange = "/work/x'; ATTACH DATABASE '" + PATH + "'";

        assertThat(look("sql-stacked", "", new FileOpened(PATH, PATH, Access.CREATE, false)))
                .isPresent();
        assertThat(look("sql-stacked", "", new FileOpened(strange, strange, Access.READ, false)))
                .isEmpty();
    }

    @Test
    void anOptionThatWasObeyedIsAHitAndOneThatWasRefusedIsNone() {
        var given = exec("sort", "--output=" + PATH);
        var made = new FileOpened(PATH, PATH, Access.CREATE, false);

        assertThat(look("argument-injection", "", given, made)).isPresent();
        assertThat(look("argument-injection", "", given)).isEmpty();
        assertThat(look("argument-injection", "", exec("sort", "--", "--output=" + PATH)))
                .isEmpty();
    }

    @Test
    void codeThatOpenedItsFileIsAHitAndAFileOfThatStrangeNameIsNone() {
        String strange = "/work/open('" + PATH + "','w')";

        assertThat(look("code-evaluation", "", new FileOpened(PATH, PATH, Access.CREATE, false)))
                .isPresent();
        assertThat(
                        look(
                                "code-evaluation",
                                "",
                                new FileOpened(strange, strange, Access.READ, false)))
                .isEmpty();
    }

    @Test
    void theMachineItselfReachedIsAHitAndAnotherPortIsNone() {
        assertThat(look("ssrf", "", new Connected("tcp", "127.0.0.1", MARK.port()))).isPresent();
        assertThat(look("ssrf", "", new Connected("tcp", "127.0.0.1", 80))).isEmpty();
        assertThat(look("ssrf", "", request("http://169.254.169.254/" + MARK.nonce()))).isPresent();
        assertThat(look("ssrf", "", request("http://news.site.example/" + MARK.nonce()))).isEmpty();
    }

    @Test
    void aProductInTheAnswerIsAHitAndOurOwnTextIsNone() {
        assertThat(look("template-injection", "Hello " + MARK.product())).isPresent();
        assertThat(look("template-injection", "Hello {{" + MARK.a() + "*" + MARK.b() + "}}"))
                .isEmpty();
    }

    @Test
    void aScriptInHtmlIsAHitAndInPlainTextNone() {
        AttackFamily family = AttackFamilies.named("cross-site-scripting");
        String script = family.payloads().getFirst().render(target(), MARK).asString();

        assertThat(look("cross-site-scripting", "<div><h1>" + script + "</h1></div>")).isPresent();
        assertThat(look("cross-site-scripting", "You said " + script)).isEmpty();
        assertThat(look("cross-site-scripting", "<div>&lt;img&gt;</div>")).isEmpty();
    }

    @Test
    void aHeaderOfItsOwnIsAHitAndOneInsideAValueIsNone() {
        var broken = headed("Host: a\r\nX-" + MARK.nonce() + ": 1\r\n");
        var whole = headed("Host: a\r\nX-User: b X-" + MARK.nonce() + ": 1\r\n");

        assertThat(look("header-injection", "", broken)).isPresent();
        assertThat(look("header-injection", "", whole)).isEmpty();
    }

    @Test
    void aPlainWordThatRunsIsWhatTheToolIsMadeFor() {
        assertThat(traced(exec(MARK.nonce())).runAsCommand()).isTrue();
        assertThat(traced(exec("/bin/sh", "-c", MARK.nonce() + " 2>&1")).runAsCommand()).isTrue();
        assertThat(traced(exec("/bin/sh", "-c", "ping " + MARK.nonce())).runAsCommand()).isFalse();
    }

    private static Traced traced(Observation... what) {
        return new Traced(result(""), seen(what));
    }

    private static Optional<Hit> look(String family, String answer, Observation... what) {
        AttackFamily attack = AttackFamilies.named(family);
        List<Seen> seen = seen(what);
        var sightings =
                new Sightings() {
                    @Override
                    public List<Seen> with(String mark) {
                        return seen;
                    }

                    @Override
                    public boolean quiet(Duration time) {
                        return true;
                    }

                    @Override
                    public List<Seen> toOwnPort(int port) {
                        return seen.stream()
                                .filter(s -> s.what() instanceof Connected c && c.port() == port)
                                .toList();
                    }
                };
        var payload = attack.payloads().getFirst();
        var result =
                new AttackResult(
                        target(),
                        family,
                        payload.render(target(), MARK),
                        MARK,
                        Answer.RESULT,
                        1,
                        Said.of(answer));
        return Oracle.named(attack.oracle())
                .look(
                        new Oracle.Look(
                                attack,
                                payload,
                                result,
                                new Traced(result(""), List.of()),
                                sightings));
    }

    private static AttackResult result(String answer) {
        return new AttackResult(
                target(), "trace", target().plain(), MARK, Answer.RESULT, 1, Said.of(answer));
    }

    private static AttackTarget target() {
        return new AttackTarget(
                "t", "", Json.object().put("p", "plain"), List.of("p"), Json.object());
    }

    private static ProcessStarted exec(String... argv) {
        return new ProcessStarted(2, 1, argv[0], List.of(argv), Image.FILE, List.of());
    }

    private static RequestSent request(String url) {
        return new RequestSent("http/1.1", "GET", url, "", 0, "", false);
    }

    private static RequestSent headed(String headers) {
        return new RequestSent("http/1.1", "GET", "http://a/", headers, 0, "", false);
    }

    private static List<Seen> seen(Observation... what) {
        return java.util.stream.IntStream.range(0, what.length)
                .mapToObj(i -> new Seen(new Stamp(i + 1, i, Phase.ATTACK, 1, 1), what[i]))
                .toList();
    }
}
