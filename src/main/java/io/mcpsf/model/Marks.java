package io.mcpsf.model;

import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileChanged;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.NetworkObservation.HostOffered;
import io.mcpsf.model.NetworkObservation.MailSent;
import io.mcpsf.model.NetworkObservation.PacketSent;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.NetworkObservation.StageServed;
import io.mcpsf.model.NetworkObservation.TlsFailed;
import io.mcpsf.model.NetworkObservation.TlsOpened;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.ProtocolObservation.AttackAnswered;
import io.mcpsf.model.ProtocolObservation.LogWritten;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.DnsAsked;
import io.mcpsf.model.SocketObservation.Sent;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The marks that our hostile values carry, found again in what was seen. A mark is a word that
 * nobody could guess and that survives as a file name, a host name or an argument.
 */
public final class Marks {

    /** How every mark begins: letters that no word of any language has in this order. */
    public static final String PREFIX = "zqx";

    /** Letters and digits after the prefix: 50 bits. */
    public static final int LENGTH = 10;

    private static final Pattern MARK =
            Pattern.compile(PREFIX + "[a-z2-7]{" + LENGTH + "}", Pattern.CASE_INSENSITIVE);

    /** Of one text: a mark of ours stands near its beginning, or the text is a flood. */
    private static final int SEARCHED = 16 << 10;

    private Marks() {}

    /** The marks in the texts of an observation, in lower case, each once. */
    public static Set<String> in(Observation what) {
        Set<String> found = new LinkedHashSet<>();
        for (String text : texts(what)) {
            search(text, found);
        }
        return found;
    }

    public static Set<String> in(String text) {
        Set<String> found = new LinkedHashSet<>();
        search(text, found);
        return found;
    }

    private static void search(String hostile, Set<String> found) {
        String text = hostile.length() > SEARCHED ? hostile.substring(0, SEARCHED) : hostile;
        if (!maybe(text)) {
            return;
        }
        Matcher matcher = MARK.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group().toLowerCase(Locale.ROOT));
        }
    }

    /** Most texts have none, and every path that a server opens is searched while it waits. */
    private static boolean maybe(String text) {
        for (int q = text.length() - LENGTH - 2; q > 0; q--) {
            if (((text.charAt(q) | 0x20) == 'q') && ((text.charAt(q - 1) | 0x20) == 'z')) {
                return true;
            }
        }
        return false;
    }

    private static List<String> texts(Observation what) {
        return switch (what) {
            case ProcessStarted started ->
                    started.argv().isEmpty() ? List.of(started.path()) : started.argv();
            case FileOpened opened -> List.of(opened.path(), opened.asked());
            case FileActed acted -> List.of(acted.path(), acted.to());
            case FileChanged changed -> List.of(changed.path());
            case DnsAsked asked -> List.of(asked.name());
            case FlowOpened flow -> List.of(flow.name());
            case TlsOpened tls -> List.of(tls.name());
            case TlsFailed tls -> List.of(tls.name());
            case RequestSent request -> List.of(request.url(), request.headers(), request.body());
            case PacketSent packet -> List.of(packet.excerpt());
            case Sent sent -> List.of(sent.excerpt());
            case MailSent mail -> List.of(mail.from(), String.join(" ", mail.to()), mail.body());
            case Connected connected -> List.of(connected.address());
            case EgressRefused refused -> List.of(refused.destination());
            case StageServed staged -> List.of(staged.url());
            case HostOffered offered -> List.of(offered.url());
            case LogWritten log -> List.of(log.line());
            case AttackAnswered answered -> List.of(answered.nonce(), answered.text());
            default -> List.of();
        };
    }
}
