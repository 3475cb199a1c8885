package io.mcpsf.boundary.tls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

final class AuthorityTest {

    @Test
    void itsNameIsAnotherInEveryRun() throws Exception {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            names.add(name(new Authority(Instant.now())));
        }

        assertThat(names).hasSizeGreaterThan(5);
    }

    @Test
    void oneThatWasKeptHasTheNameItHad() throws Exception {
        var authority = new Authority(Instant.now());

        var later = Authority.read(authority.kept(), Instant.now()).orElseThrow();

        assertThat(name(later)).isEqualTo(name(authority));
        assertThat(later.der()).isEqualTo(authority.der());
    }

    private static String name(Authority authority) throws Exception {
        var certificate =
                (X509Certificate)
                        CertificateFactory.getInstance("X.509")
                                .generateCertificate(new ByteArrayInputStream(authority.der()));
        return certificate.getSubjectX500Principal().getName();
    }
}
