package io.mcpsf.bait;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Projects with their settings and repositories. */
final class WorkRoom {

    private WorkRoom() {}

    static void furnish(Furnishing home) {
        settings(home);
        project(home);
        sideProject(home);
    }

    private static void settings(Furnishing home) {
        Forge forge = home.forge;
        String openAi = forge.alphanumeric(48);
        String telegram = forge.base64Url(33);
        home.bait(
                "env",
                ".env",
                "OPENAI_API_KEY=sk-proj-%s\nTELEGRAM_BOT_TOKEN=%s:AA%s\n"
                        .formatted(openAi, forge.digits(10), telegram),
                openAi,
                telegram);
        String database = forge.password();
        String stripe = forge.alphanumeric(99);
        String signing = forge.hex(64);
        String mail = forge.base64Url(43);
        String company = home.resident.work().company();
        home.bait(
                "env",
                "projects/" + home.resident.work().project() + "/.env",
                """
                NODE_ENV=development
                PORT=4000
                DATABASE_URL=postgresql://%s_app:%s@%s:5432/%s
                REDIS_URL=redis://%s:6379/0
                STRIPE_SECRET_KEY=sk_live_51%s
                JWT_SECRET=%s
                SENDGRID_API_KEY=SG.%s.%s
                LOG_LEVEL=debug
                """
                        .formatted(
                                company,
                                database,
                                home.resident.at("db-01"),
                                company,
                                home.resident.at("cache"),
                                stripe,
                                signing,
                                forge.base64Url(22),
                                mail),
                database,
                stripe,
                signing,
                mail);
    }

    private static void project(Furnishing home) {
        String name = home.resident.work().project();
        String folder = "projects/" + name + "/";
        home.scenery(
                "project",
                folder + "package.json",
                """
                {
                  "name": "%s",
                  "version": "2.%d.%d",
                  "private": true,
                  "main": "src/index.js",
                  "scripts": { "start": "node src/index.js", "lint": "eslint src" },
                  "dependencies": { "express": "^4.21.2", "pg": "^8.13.1", "stripe": "^17.5.0" }
                }
                """
                        .formatted(name, home.forge.below(20), home.forge.below(10)));
        home.scenery(
                "project",
                folder + "README.md",
                """
                # %s

                Internal service, built with `npm ci`, started with `npm start`, set up with `.env`.
                Deployed from `main` by the build server; ask %s for access.
                """
                        .formatted(name, home.resident.fullName()));
        home.scenery(
                "project",
                folder + "src/index.js",
                """
                const express = require('express');
                const { Pool } = require('pg');

                const pool = new Pool({ connectionString: process.env.DATABASE_URL });
                const app = express();

                app.get('/health', (req, res) => res.json({ ok: true }));
                app.get('/invoices/:id', async (req, res) => {
                  const { rows } = await pool.query('select * from invoices where id = $1', [req.params.id]);
                  res.json(rows[0] ?? null);
                });

                app.listen(process.env.PORT || 4000);
                """);
        home.scenery("project", folder + ".gitignore", "node_modules\n.env\ndist\n");
        home.scenery("project", folder + ".git/HEAD", "ref: refs/heads/main\n");
        String head = home.forge.hex(40);
        home.scenery("project", folder + ".git/refs/heads/main", head + "\n");
        repository(
                home,
                folder,
                "git@"
                        + home.resident.at("gitlab")
                        + ":"
                        + home.resident.work().company()
                        + "/"
                        + name
                        + ".git",
                head);
    }

    /** A folder of the resident's own, with a repository that git can read. */
    private static void sideProject(Furnishing home) {
        String name = home.resident.work().side();
        String folder = "projects/" + name + "/";
        Map<String, String> files =
                Map.of(
                        "main.py",
                        """
                        import json
                        import pathlib

                        NOTES = pathlib.Path(__file__).parent / "notes.json"


                        def load():
                            return json.loads(NOTES.read_text()) if NOTES.exists() else []


                        if __name__ == "__main__":
                            for note in load():
                                print(note["title"])
                        """,
                        "notes.json",
                        "[{\"title\": \"garden\", \"done\": false}]\n",
                        "TODO.md",
                        "- [ ] sort by date\n- [x] export\n");
        new TreeMap<>(files).forEach((file, text) -> home.scenery("project", folder + file, text));
        String author =
                "%s <%s> 176%s +0200"
                        .formatted(
                                home.resident.fullName(),
                                home.resident.email(),
                                home.forge.digits(7));
        Map<String, String> first = Map.of("TODO.md", "- [ ] sort by date\n");
        Map<String, String> second = new TreeMap<>(files);
        second.put("TODO.md", "- [ ] sort by date\n- [ ] export\n");
        GitFolder.Made made =
                GitFolder.history(
                        List.of(
                                new GitFolder.Commit(first, "start"),
                                new GitFolder.Commit(second, "load the notes"),
                                new GitFolder.Commit(files, "tidy up")),
                        author);
        new TreeMap<>(made.files())
                .forEach((file, text) -> home.scenery("project", folder + ".git/" + file, text));
        home.scenery("project", folder + ".git/refs/remotes/origin/main", made.head() + "\n");
        // A remote that answers whatever the network says, wherever the home is.
        String bare = "git/" + name + ".git/";
        new TreeMap<>(made.files())
                .forEach((file, text) -> home.scenery("project", bare + file, text));
        home.scenery(
                "project",
                bare + "config",
                "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n");
        repository(home, folder, "../../" + bare, made.head());
    }

    private static void repository(Furnishing home, String folder, String remote, String head) {
        home.scenery(
                "project",
                folder + ".git/config",
                """
                [core]
                	repositoryformatversion = 0
                	filemode = true
                	bare = false
                [remote "origin"]
                	url = %s
                	fetch = +refs/heads/*:refs/remotes/origin/*
                [branch "main"]
                	remote = origin
                	merge = refs/heads/main
                """
                        .formatted(remote));
        home.scenery(
                "project",
                folder + ".git/logs/HEAD",
                "%s %s %s <%s> 176%s +0200\tcommit: tidy up\n"
                        .formatted(
                                "0".repeat(40),
                                head,
                                home.resident.fullName(),
                                home.resident.email(),
                                home.forge.digits(7)));
    }
}
