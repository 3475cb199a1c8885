package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.os.Command;
import io.mcpsf.report.Borrowed;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Real clients of what runs on a developer's machine: databases, a browser, a model. */
@Tag("chamber")
@EnabledIf("io.mcpsf.boundary.Needs#npm")
class LocalServicesTest {

    @TempDir static Path folder;
    private static Path node;
    private static Inside inside;

    @BeforeAll
    static void open() throws IOException, InterruptedException {
        node =
                Borrowed.node(
                        "ollama@0.6.4",
                        "openai@7.55.0",
                        "puppeteer-core@25.16.0",
                        "ioredis@5.11.1",
                        "pg@8.23.1");
        inside =
                new Inside(
                        Files.createDirectory(folder.resolve("boundary")),
                        BoundarySpec.Options.plain());
    }

    @AfterAll
    static void close() {
        if (inside != null) {
            inside.close();
        }
    }

    @Test
    void aBrowserLetsItselfBeDebugged() throws Exception {
        String said =
                node(
                        """
                        import puppeteer from 'puppeteer-core';
                        const b = await puppeteer.connect({ browserURL: 'http://127.0.0.1:9222' });
                        const [page] = await b.pages();
                        console.log(await b.version(), page.url(), await page.title());
                        await page.goto('https://www.example.com/');
                        console.log((await page.screenshot()).length > 50);
                        await b.disconnect();
                        """);

        assertThat(said).isEqualTo("Chrome/131.0.6778.86 about:blank New Tab\ntrue\n");
    }

    @Test
    void ollamaAnswersAtOnceAndInPieces() throws Exception {
        String said =
                node(
                        """
                        import { Ollama } from 'ollama';
                        const o = new Ollama();
                        const messages = [{ role: 'user', content: 'hello' }];
                        console.log((await o.list()).models[0].name,
                            (await o.generate({ model: 'llama3.2', prompt: 'hello' })).response,
                            (await o.chat({ model: 'llama3.2', messages })).message.content);
                        let all = '';
                        for await (const part of await o.chat({ model: 'llama3.2', messages, stream: true }))
                          all += part.message.content + '|';
                        console.log(all);
                        """);

        assertThat(said)
                .isEqualTo(
                        """
                        llama3.2:latest Here is a short answer. Here is a short answer.
                        Here| is| a| short| answer.||
                        """);
    }

    @Test
    void aModelLikeThatOfOpenaiIsAtAnyHost() throws Exception {
        String said =
                node(
                        """
                        import OpenAI from 'openai';
                        const o = new OpenAI({ baseURL: 'https://llm.example.com/v1', apiKey: 'x' });
                        const messages = [{ role: 'user', content: 'hello' }];
                        const models = await o.models.list();
                        const one = await o.chat.completions.create({ model: 'm1', messages });
                        console.log(models.data[0].id, one.model, one.choices[0].message.content);
                        let all = '';
                        for await (const part of await o.chat.completions.create({ model: 'm1', messages, stream: true }))
                          all += (part.choices[0].delta.content ?? '') + '|';
                        console.log(all, (await o.embeddings.create({ model: 'e', input: 'x', encoding_format: 'float' })).data[0].embedding.length);
                        """);

        assertThat(said)
                .isEqualTo(
                        """
                        gpt-4o m1 Here is a short answer.
                        Here| is| a| short| answer.|| 8
                        """);
        inside.await(RequestSent.class, sent -> sent.url().endsWith("/v1/chat/completions"));
    }

    @Test
    void databasesOnTheMachineItselfHaveTheSameContent() throws Exception {
        String said =
                node(
                        """
                        import Redis from 'ioredis';
                        import pg from 'pg';
                        const r = new Redis();
                        const name = await r.hget('user:1', 'name');
                        r.disconnect();
                        const c = new pg.Client('postgres://app@127.0.0.1/app');
                        await c.connect();
                        console.log((await c.query('SELECT name FROM users WHERE id = 1')).rows[0].name === name);
                        await c.end();
                        """);

        assertThat(said).isEqualTo("true\n");
    }

    /** Nothing leaves the machine: it is no contact with anybody. */
    @Test
    void whatStaysOnTheMachineIsNotTold() throws Exception {
        node("console.log((await fetch('http://127.0.0.1:11434/api/tags')).status);");

        assertThat(inside.all(RequestSent.class)).noneMatch(sent -> sent.url().contains("11434"));
    }

    private static String node(String source) throws IOException, InterruptedException {
        Path file = Files.createTempFile(node, "ask", ".mjs");
        try {
            Files.writeString(file, source);
            Command.Result result = inside.run(Map.of(), "node", file.toString());
            assertThat(result.good()).as(result.stdout() + result.stderr()).isTrue();
            return result.stdout();
        } finally {
            Files.delete(file);
        }
    }
}
