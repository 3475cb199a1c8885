package io.mcpsf.bait;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** Browser profiles and wallets. */
final class PurseRoom {

    private static final String CHROME = ".config/google-chrome/Default/";
    private static final String FIREFOX = ".mozilla/firefox/";

    private PurseRoom() {}

    static void furnish(Furnishing home) {
        chrome(home);
        firefox(home);
        bitcoin(home);
        ethereum(home);
        solana(home);
    }

    private static void chrome(Furnishing home) {
        List<List<String>> logins = new ArrayList<>();
        List<List<String>> cookies = new ArrayList<>();
        List<String> secrets = new ArrayList<>();
        for (String site :
                new String[] {"github.com", "console.aws.amazon.com", "mail.google.com"}) {
            secrets.add(home.forge.binary(48));
            logins.add(
                    List.of(
                            "https://" + site + "/login",
                            home.resident.user(),
                            "v11" + secrets.getLast()));
            secrets.add(home.forge.binary(64));
            cookies.add(List.of("." + site, "session", "v11" + secrets.getLast(), "/"));
        }
        home.bait(
                "browser",
                CHROME + "Login Data",
                SqliteFile.with(
                        "logins",
                        List.of("origin_url", "username_value", "password_value"),
                        logins),
                secrets.get(0),
                secrets.get(2),
                secrets.get(4));
        home.bait(
                "browser",
                CHROME + "Cookies",
                SqliteFile.with(
                        "cookies", List.of("host_key", "name", "encrypted_value", "path"), cookies),
                secrets.get(1),
                secrets.get(3),
                secrets.get(5));
        home.scenery(
                "browser",
                CHROME + "Preferences",
                "{\"browser\":{\"has_seen_welcome_page\":true}}");
    }

    private static void firefox(Furnishing home) {
        String profile = home.forge.lower(8) + ".default-release";
        String name = home.forge.base64(52);
        String password = home.forge.base64(72);
        home.scenery(
                "browser",
                FIREFOX + "profiles.ini",
                "[Profile0]\nName=default-release\nIsRelative=1\nPath=%s\n\n[General]\nStartWithLastProfile=1\nVersion=2\n"
                        .formatted(profile));
        home.bait(
                "browser",
                FIREFOX + profile + "/logins.json",
                """
                {"nextId":2,"logins":[{"id":1,"hostname":"https://gitlab.com","formSubmitURL":"https://gitlab.com","encryptedUsername":"MDIEEPgAAAAAAAAAAAAAAAAAAAEwFAYIKoZIhvcNAwcECA%s","encryptedPassword":"MEIEEPgAAAAAAAAAAAAAAAAAAAEwFAYIKoZIhvcNAwcECB%s","guid":"{%s}","encType":1}],"version":3}
                """
                        .formatted(name, password, home.forge.uuid()),
                name,
                password);
        String item = home.forge.binary(80);
        home.bait(
                "browser",
                FIREFOX + profile + "/key4.db",
                SqliteFile.with(
                        "metaData",
                        List.of("id", "item1", "item2"),
                        List.of(List.of("password", home.forge.binary(20), item))),
                item);
    }

    /** A page of Berkeley DB, which old wallets are kept in, with an encrypted master key. */
    private static void bitcoin(Furnishing home) {
        String key = home.forge.binary(48);
        String head = "\0".repeat(12) + "b1\u0005\0\u0009\0\0\0\0\u0010\0\0\0\u0009";
        String page =
                head
                        + "\0".repeat(498)
                        + "\u0004mkey\u0001\0\0\0"
                        + "0"
                        + key
                        + "\u0008"
                        + home.forge.binary(8);
        home.bait("wallet", ".bitcoin/wallet.dat", page + "\0".repeat(4096 - page.length()), key);
        home.scenery("wallet", ".bitcoin/bitcoin.conf", "server=0\nprune=2000\n");
    }

    private static void ethereum(Furnishing home) {
        Forge forge = home.forge;
        String address = forge.hex(40);
        String text = forge.hex(64);
        String mac = forge.hex(64);
        home.bait(
                "wallet",
                ".ethereum/keystore/UTC--2026-03-18T20-41-07.518042316Z--" + address,
                """
                {"address":"%s","crypto":{"cipher":"aes-128-ctr","ciphertext":"%s","cipherparams":{"iv":"%s"},"kdf":"scrypt","kdfparams":{"dklen":32,"n":262144,"p":1,"r":8,"salt":"%s"},"mac":"%s"},"id":"%s","version":3}\
                """
                        .formatted(address, text, forge.hex(32), forge.hex(64), mac, forge.uuid()),
                text,
                mac);
    }

    private static void solana(Furnishing home) {
        byte[] seed = home.forge.bytes(32);
        String secret = numbers(seed);
        home.bait(
                "wallet",
                ".config/solana/id.json",
                "[" + secret + "," + numbers(Ed25519.publicKey(seed)) + "]",
                secret,
                new String(seed, StandardCharsets.ISO_8859_1));
    }

    private static String numbers(byte[] bytes) {
        var list = new StringJoiner(",");
        for (byte b : bytes) {
            list.add(Integer.toString(b & 0xff));
        }
        return list.toString();
    }
}
