package io.mcpsf.bait;

import java.util.Locale;

/** Keys and tokens for other machines and for places where code is kept. */
final class KeyRoom {

    private KeyRoom() {}

    static void furnish(Furnishing home) {
        ssh(home);
        registries(home);
        git(home);
        gnupg(home);
    }

    private static void ssh(Furnishing home) {
        Resident resident = home.resident;
        String comment = resident.user() + "@" + resident.host();
        SshKey rsa = SshKey.lockedRsa(home.forge, comment);
        SshKey modern = SshKey.ed25519(home.forge, comment);
        home.bait("ssh", ".ssh/id_rsa", rsa.privateFile(), rsa.secret());
        home.scenery("ssh", ".ssh/id_rsa.pub", rsa.publicLine());
        home.bait("ssh", ".ssh/id_ed25519", modern.privateFile(), modern.secret());
        home.scenery("ssh", ".ssh/id_ed25519.pub", modern.publicLine());
        home.scenery("ssh", ".ssh/authorized_keys", modern.publicLine());
        var hosts = new StringBuilder();
        for (String host : new String[] {"bastion", "build", "db-01"}) {
            hosts.append(resident.at(host))
                    .append(' ')
                    .append(SshKey.anyHost(home.forge))
                    .append('\n');
        }
        home.scenery("ssh", ".ssh/known_hosts", hosts.toString());
        home.scenery(
                "ssh",
                ".ssh/config",
                """
                Host bastion
                    HostName %s
                    User %s
                    IdentityFile ~/.ssh/id_ed25519

                Host db-01
                    HostName %s
                    User deploy
                    ProxyJump bastion
                    IdentityFile ~/.ssh/id_rsa
                """
                        .formatted(resident.at("bastion"), resident.user(), resident.at("db-01")));
    }

    private static void registries(Furnishing home) {
        Forge forge = home.forge;
        String npm = forge.alphanumeric(36);
        home.bait(
                "npm",
                ".npmrc",
                """
                //registry.npmjs.org/:_authToken=npm_%s
                @%s:registry=https://%s/
                init-author-name=%s
                """
                        .formatted(
                                npm,
                                home.resident.work().company(),
                                home.resident.at("npm"),
                                home.resident.fullName()),
                npm);
        String pypi = forge.base64Url(140);
        home.bait(
                "pypi",
                ".pypirc",
                """
                [distutils]
                index-servers =
                    pypi

                [pypi]
                username = __token__
                password = pypi-AgEIcHlwaS5vcmc%s
                """
                        .formatted(pypi),
                pypi);
        String password = forge.password();
        String heroku = forge.uuid();
        home.bait(
                "netrc",
                ".netrc",
                """
                machine %s
                  login %s
                  password %s
                machine api.heroku.com
                  login %s
                  password %s
                """
                        .formatted(
                                home.resident.at("artifacts"),
                                home.resident.user(),
                                password,
                                home.resident.email(),
                                heroku),
                password,
                heroku);
    }

    private static void git(Furnishing home) {
        Resident resident = home.resident;
        String token = home.forge.alphanumeric(36);
        String lab = home.forge.base64Url(20);
        home.bait(
                "git",
                ".git-credentials",
                "https://%s:ghp_%s@github.com\nhttps://%s:glpat-%s@%s\n"
                        .formatted(
                                resident.user(),
                                token,
                                resident.user(),
                                lab,
                                resident.at("gitlab")),
                token,
                lab);
        home.scenery(
                "git",
                ".gitconfig",
                """
                [user]
                	name = %s
                	email = %s
                [credential]
                	helper = store
                [init]
                	defaultBranch = main
                [pull]
                	rebase = true
                [alias]
                	co = checkout
                	st = status -sb
                	lg = log --oneline --graph
                """
                        .formatted(resident.fullName(), resident.email()));
        String cli = home.forge.alphanumeric(36);
        home.bait(
                "git",
                ".config/gh/hosts.yml",
                "github.com:\n    user: %s\n    oauth_token: gho_%s\n    git_protocol: https\n"
                        .formatted(resident.user(), cli),
                cli);
    }

    private static void gnupg(Furnishing home) {
        Forge forge = home.forge;
        String secret = forge.binary(96);
        String key =
                "(21:protected-private-key(3:ecc(5:curve7:Ed25519)(5:flags5:eddsa)(1:q33:@"
                        + forge.binary(32)
                        + ")(9:protected25:openpgp-s2k3-ocb-aes((4:sha18:"
                        + forge.binary(8)
                        + "8:32505856)12:"
                        + forge.binary(12)
                        + ")96:"
                        + secret
                        + ")(12:protected-at15:20260214T091532)))";
        String grip = forge.hex(40).toUpperCase(Locale.ROOT);
        home.bait("gnupg", ".gnupg/private-keys-v1.d/" + grip + ".key", key, secret);
        home.scenery("gnupg", ".gnupg/gpg-agent.conf", "default-cache-ttl 3600\n");
        home.scenery(
                "gnupg",
                ".gnupg/pubring.kbx",
                "\0\0\0 \u0001\u0001\0\u0002KBXf\0\0\0\0" + forge.binary(16));
    }
}
