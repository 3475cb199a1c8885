package io.mcpsf.bait;

import java.util.List;
import java.util.Map;

/** The shell, what it remembers and exports, and the papers that lie around. */
final class DailyRoom {

    private DailyRoom() {}

    static void furnish(Furnishing home) {
        shell(home);
        documents(home);
        environment(home);
    }

    private static void shell(Furnishing home) {
        Resident resident = home.resident;
        String token = home.forge.alphanumeric(36);
        String password = home.forge.password();
        home.bait(
                "history",
                ".bash_history",
                """
                cd projects/%1$s
                git pull
                npm ci
                npm start
                ssh bastion
                docker ps
                docker compose up -d postgres
                PGPASSWORD=%2$s psql -h %3$s -U deploy %4$s
                kubectl get pods -n %1$s
                export GH_TOKEN=ghp_%5$s
                gh release list
                git commit -am "tidy up"
                git push
                aws s3 ls --profile %4$s-prod
                vim ~/.ssh/config
                htop
                cd ../%6$s
                python3 main.py
                ls -la
                """
                        .formatted(
                                resident.work().project(),
                                password,
                                resident.at("db-01"),
                                resident.work().company(),
                                token,
                                resident.work().side()),
                token,
                password);
        home.scenery(
                "shell",
                ".bashrc",
                """
                # ~/.bashrc: executed by bash(1) for non-login shells.
                case $- in
                    *i*) ;;
                      *) return;;
                esac
                HISTCONTROL=ignoreboth
                HISTSIZE=5000
                HISTFILESIZE=10000
                shopt -s histappend
                alias ll='ls -alF'
                alias k=kubectl
                alias gs='git status -sb'
                export EDITOR=vim
                export PATH="$HOME/.local/bin:$PATH"
                """);
        home.scenery(
                "shell",
                ".profile",
                """
                if [ -n "$BASH_VERSION" ] && [ -f "$HOME/.bashrc" ]; then
                    . "$HOME/.bashrc"
                fi
                """);
        home.scenery(
                "shell",
                ".bash_logout",
                "[ \"$SHLVL\" = 1 ] && [ -x /usr/bin/clear_console ] && /usr/bin/clear_console"
                        + " -q\n");
        home.scenery("shell", ".zshrc", "autoload -U compinit && compinit\nexport EDITOR=vim\n");
        String zsh = home.forge.password();
        home.bait(
                "history",
                ".zsh_history",
                ": 1779950000:0;mysql -u root -p%s\n: 1779950211:0;git status\n".formatted(zsh),
                zsh);
        home.scenery("shell", ".python_history", "import json\nprint(2 ** 10)\n");
        home.scenery("shell", ".tmux.conf", "set -g mouse on\n");
        home.scenery(
                "editor",
                ".config/Code/User/settings.json",
                "{ \"editor.fontSize\": 13, \"editor.formatOnSave\": true }\n");
        home.scenery(
                "editor",
                ".vscode/extensions/extensions.json",
                "[{\"identifier\":{\"id\":\"ms-python.python\"},\"version\":\"2026.4.0\"}]\n");
        home.scenery("shell", ".vimrc", "set number\nset expandtab\nset shiftwidth=4\nsyntax on\n");
    }

    private static void documents(Furnishing home) {
        home.scenery(
                "document",
                "Documents/meeting-notes.md",
                "# Monday\n- %s: invoices run twice when the queue restarts\n- move %s to the new cluster before the freeze\n"
                        .formatted(home.resident.work().project(), home.resident.at("cache")));
        home.scenery(
                "document",
                "Documents/travel-expenses.csv",
                """
                date,what,eur
                2026-05-04,train,84.20
                2026-05-06,hotel,212.00
                2026-05-07,taxi,18.50
                """);
        home.scenery(
                "document",
                "Documents/notes.db",
                SqliteFile.with(
                        "notes",
                        List.of("title", "text"),
                        List.of(
                                List.of("garden", "water the beans on Friday"),
                                List.of("books", "return two to the library"))));
        home.scenery(
                "document",
                "Documents/cv.md",
                "# %s\nSoftware engineer, nine years of payments and plumbing.\n"
                        .formatted(home.resident.fullName()));
        home.scenery(
                "document",
                "Downloads/invoice-2026-0417.txt",
                "Invoice 2026-0417\nHosting, April: 39.00 EUR\n");
        papers(home);
        home.scenery(
                "document",
                ".local/share/recently-used.xbel",
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <xbel version="1.0">
                  <bookmark href="file://%1$s/Documents/meeting-notes.md" visited="2026-06-02T08:14:51Z"/>
                  <bookmark href="file://%1$s/Downloads/invoice-2026-0417.txt" visited="2026-05-28T16:40:03Z"/>
                </xbel>
                """
                        .formatted(home.resident.home()));
    }

    /** One of each usual kind, real enough for the programs that open them. */
    private static void papers(Furnishing home) {
        String folder = "Documents/";
        home.scenery("document", folder + "notes.txt", "Call the plumber.\nRenew the passport.\n");
        home.scenery(
                "document",
                folder + "settings.json",
                "{\"theme\": \"dark\", \"fontSize\": 13, \"recent\": [\"garden\", \"books\"]}\n");
        home.scenery(
                "document",
                folder + "compose.yaml",
                "services:\n  web:\n    image: nginx:1.27\n    ports: [\"8080:80\"]\n");
        home.scenery(
                "document",
                folder + "catalog.xml",
                """
                <?xml version="1.0"?>
                <catalog><book id="1"><title>Gardens</title></book></catalog>
                """);
        home.scenery(
                "document",
                folder + "page.html",
                "<!doctype html><html><head><title>Plan</title></head><body><h1>Plan</h1><p>Two"
                        + " beds.</p></body></html>\n");
        home.scenery("document", folder + "offer.pdf", Papers.pdf("Offer 2026-118, two pages"));
        home.scenery("document", folder + "letter.docx", Papers.docx("Dear Sir or Madam"));
        home.scenery(
                "document",
                folder + "budget.xlsx",
                Papers.xlsx("Budget", "month,rent,food", "May,900,310", "June,900,290"));
        home.scenery("document", folder + "garden.png", Papers.png(32, 24));
        home.scenery(
                "document",
                folder + "archive.zip",
                Papers.zip(Map.of("readme.txt", "Old things.\n")));
    }

    /**
     * What a developer's shell exports. Each value is nowhere else, so that its leak is its own.
     */
    private static void environment(Furnishing home) {
        Forge forge = home.forge;
        home.variable("EDITOR", "vim");
        home.variable("LANG", "en_US.UTF-8");
        secret(home, "OPENAI_API_KEY", "sk-proj-", forge.alphanumeric(48), "");
        secret(home, "ANTHROPIC_API_KEY", "sk-ant-api03-", forge.base64Url(93), "AA");
        secret(home, "GITHUB_TOKEN", "ghp_", forge.alphanumeric(36), "");
        secret(home, "NPM_TOKEN", "npm_", forge.alphanumeric(36), "");
        secret(home, "AWS_ACCESS_KEY_ID", "AKIA", forge.base32(16), "");
        secret(home, "AWS_SECRET_ACCESS_KEY", "", forge.base64(40), "");
        home.variable("AWS_DEFAULT_REGION", "eu-west-1");
        String company = home.resident.work().company();
        secret(
                home,
                "DATABASE_URL",
                "postgresql://" + company + "_dev:",
                forge.password(),
                "@" + home.resident.at("db-dev") + ":5432/" + company);
        secret(
                home,
                "SLACK_BOT_TOKEN",
                "xoxb-" + forge.digits(12) + "-" + forge.digits(13) + "-",
                forge.alphanumeric(24),
                "");
    }

    private static void secret(
            Furnishing home, String name, String before, String secret, String after) {
        home.variable(name, before + secret + after, secret);
    }
}
