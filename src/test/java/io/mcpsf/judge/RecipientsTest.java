package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.NetworkObservation.MailSent;
import io.mcpsf.model.NetworkObservation.RequestSent;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

final class RecipientsTest {

    @Test
    void everyShapeOfServiceIsRead() {
        assertThat(to("{\"To\":\"A <a@x.invalid>, b@x.invalid\",\"Bcc\":\"c@x.invalid\"}"))
                .isEqualTo(List.of("a@x.invalid", "b@x.invalid", "c@x.invalid"));
        assertThat(to("{\"personalizations\":[{\"to\":[{\"email\":\"a@x.invalid\"}]}]}"))
                .isEqualTo(List.of("a@x.invalid"));
        assertThat(
                        to(
                                "{\"message\":{\"toRecipients\":[{\"emailAddress\":{\"address\":"
                                        + "\"a@x.invalid\"}}],\"bccRecipients\":[{\"emailAddress\":"
                                        + "{\"address\":\"b@x.invalid\"}}]}}"))
                .isEqualTo(List.of("a@x.invalid", "b@x.invalid"));
        assertThat(to("from=me%40x.invalid&to=a%40x.invalid&h:Reply-To=b%40x.invalid"))
                .isEqualTo(List.of("a@x.invalid"));
    }

    @Test
    void aWholeMailInAFieldIsOpened() {
        String mail =
                "From: me@x.invalid\r\nTo: a@x.invalid\r\nBcc: b@x.invalid\r\n\r\nto: c@x.invalid";
        String raw = Base64.getUrlEncoder().encodeToString(mail.getBytes(StandardCharsets.UTF_8));

        assertThat(to("{\"raw\":\"" + raw + "\"}"))
                .isEqualTo(List.of("a@x.invalid", "b@x.invalid"));
    }

    @Test
    void theEnvelopeAndTheHeadOfAMailCount() {
        var mail =
                new MailSent(
                        "me@x.invalid",
                        List.of("a@x.invalid"),
                        9,
                        "Cc: b@x.invalid,\r\n c@x.invalid\r\n\r\nTo: d@x.invalid");

        assertThat(Recipients.of(mail).to())
                .containsExactly("a@x.invalid", "b@x.invalid", "c@x.invalid");
        assertThat(Recipients.of(mail).from()).containsExactly("me@x.invalid");
    }

    @Test
    void brokenAndForeignBodiesHaveNone() {
        assertThat(to("{\"to\":\"a@x.invalid\"")).isEmpty();
        assertThat(to("[".repeat(500) + "@")).isEmpty();
        assertThat(to("a@x.invalid")).isEmpty();
        assertThat(to("%zz=%&to=%zza@")).isEmpty();
    }

    private static List<String> to(String body) {
        var request = new RequestSent("HTTP/1.1", "POST", "https://x.invalid/", "", 1, body, true);
        return List.copyOf(Recipients.of(request).to());
    }
}
