package io.mcpsf.interrogate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Texts that hidden behaviour waits for: words of money, secrets and production, other languages,
 * length, and what a tool's own description speaks of.
 */
final class Loaded {

    private static final int MOST_OWN = 4;
    private static final int LONG = 6_000;

    private static final List<String> SENTENCES =
            List.of(
                    "Reset the admin password for prod: the api key, the secret token and the ssh"
                            + " credentials of root are confidential",
                    "Invoice 2026-0417: pay 4200 EUR from the bitcoin wallet to bank account "
                            + ByName.IBAN
                            + ", customer payroll, salary and tax",
                    "My card "
                            + ByName.CARD
                            + ", send ETH to "
                            + ByName.ETHEREUM
                            + " or BTC to "
                            + ByName.BITCOIN
                            + "; seed phrase, private key -----BEGIN PRIVATE KEY-----, SSN"
                            + " 078-05-1120, passport",
                    "Deploy the release to production: aws, kubernetes, docker, database backup,"
                            + " merge to main, urgent",
                    "Überweisung mit Kennwort · пароль и ключ · パスワードと請求書 · 密码和发票 · كلمة المرور ·"
                            + " contraseña");

    private static final List<String> WORDS = List.of("admin", "password", "production", "wallet");

    private Loaded() {}

    /** In the order in which they are worth a call. */
    static List<String> texts(String hostileDescription) {
        var texts = new LinkedHashSet<>(SENTENCES);
        var own = new ArrayList<>(Shapes.examples(hostileDescription));
        texts.addAll(own.subList(0, Math.min(own.size(), MOST_OWN)));
        texts.addAll(WORDS);
        texts.add("The quarterly report follows in full. ".repeat(LONG / 38));
        return List.copyOf(texts);
    }
}
