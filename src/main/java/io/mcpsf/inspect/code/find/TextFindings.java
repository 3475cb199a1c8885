package io.mcpsf.inspect.code.find;

import io.mcpsf.inspect.code.parser.Kind;
import io.mcpsf.inspect.code.parser.SyntaxTree;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is said in texts and comments: credentials, addresses, secret places, words for a model. */
final class TextFindings {

    private static final int MOST = 40;
    private static final int LONGEST = 20_000;

    private static final Pattern HOST =
            Pattern.compile("(?i)\\b(?:https?|wss?|tcp)://([a-z0-9._-]{4,100})(?::\\d+)?");

    private static final Pattern PUBLIC_ADDRESS =
            Pattern.compile(
                    "(?!(?:10|127|0|169\\.254|192\\.168|172\\.(?:1[6-9]|2\\d|3[01]))\\.)"
                            + "(?:\\d{1,3}\\.){3}\\d{1,3}");

    private static final Pattern DROP_BOX =
            Pattern.compile(
                    "(?i)(?:^|\\.)(?:oast\\.(?:pro|live|site|online|fun|me)|oastify\\.com"
                        + "|burpcollaborator\\.net|interact\\.sh|webhook\\.site"
                        + "|pipedream\\.net|requestbin\\.(?:com|net)|beeceptor\\.com|dnslog\\.cn"
                        + "|ceye\\.io|ngrok(?:-free)?\\.(?:io|app|dev)|trycloudflare\\.com"
                        + "|localhost\\.run|serveo\\.net|transfer\\.sh|catbox\\.moe|file\\.io"
                        + "|gofile\\.io|0x0\\.st|termbin\\.com|rentry\\.co|pastebin\\.com"
                        + "|api\\.telegram\\.org|hookb\\.in|requestcatcher\\.com|onion)$");

    private static final Pattern WEBHOOK =
            Pattern.compile(
                    "(?i)discord(?:app)?\\.com/api/webhooks/\\d+|hooks\\.slack\\.com/services/T");

    /** Orders to a reader who is a machine; nobody writes them into code for people. */
    private static final Pattern FOR_A_MODEL =
            Pattern.compile(
                    "(?i)\\b(?:ignore|disregard|forget)\\s+(?:all\\s+)?(?:of\\s+)?(?:the\\s+|your\\s+|any\\s+)?(?:previous|prior|above|earlier|preceding)\\s+(?:instructions?|prompts?|rules|context)|\\b(?:ai|llm|language\\s+model|automated)\\s+(?:agents?|assistants?|reviewers?|scanners?|models?|tools?|systems?)?[^.\\n"
                        + "]{0,60}\\b(?:must|should|shall)\\s+(?:not\\s+(?:flag|report|mention|analy[sz]e)|(?:skip|ignore|approve|classify|mark|rate|treat)\\b[^.\\n"
                        + "]{0,60}\\b(?:safe|benign|clean|trusted|file|code))|\\bif\\s+you\\s+are\\s+an?\\s+(?:ai|llm|language\\s+model|automated)\\b|\\bthis\\s+(?:code|file|package|server)\\s+(?:is|has\\s+been)\\s+(?:verified|audited|reviewed)\\s+(?:and\\s+is\\s+)?(?:as\\s+)?(?:safe|benign|clean)\\b[^.\\n"
                        + "]{0,80}\\b(?:skip|no\\s+further|do\\s+not)");

    private static final Pattern SECRET_PLACE =
            Pattern.compile(
                    "(?:^|[/\\\\~])\\.(?:ssh/(?:id_|config|authorized)|aws/credentials|npmrc$|pypirc$"
                        + "|netrc$|docker/config\\.json|kube/config|gnupg\\b|git-credentials$"
                        + "|config/gcloud|azure/)|\\bid_(?:rsa|ed25519)$|/etc/shadow$|\\bwallet\\.dat$|Login"
                        + " Data$|\\.cursor/mcp\\.json|claude_desktop_config\\.json");

    private final SyntaxTree tree;
    private final Lines lines;
    private final List<CodeFindings.Mark> marks = new ArrayList<>();
    private final Set<String> told = new HashSet<>();

    TextFindings(SyntaxTree tree, Lines lines) {
        this.tree = tree;
        this.lines = lines;
    }

    List<CodeFindings.Mark> all() {
        for (int node = 0; node < tree.size() && marks.size() < MOST; node++) {
            if (tree.is(node, Kind.STRING)) {
                if (tree.end(node) - tree.start(node) >= 9) {
                    said(node, tree.text(node, LONGEST));
                }
            } else if (tree.is(node, Kind.COMMENT)) {
                if (tree.end(node) - tree.start(node) >= 25) {
                    forModel(node, tree.text(node, LONGEST));
                }
            }
        }
        return marks;
    }

    private void said(int node, String text) {
        if (text.length() >= 20) {
            Secrets.kind(text).ifPresent(kind -> mark("secret", kind, node));
            forModel(node, text);
        }
        if (text.contains("://") || text.contains("/api/webhooks/")) {
            Matcher host = HOST.matcher(text);
            while (host.find()) {
                String name = host.group(1).toLowerCase(Locale.ROOT);
                if (PUBLIC_ADDRESS.matcher(name).matches()) {
                    mark("odd-host", name + ", a bare IP address", node);
                } else if (DROP_BOX.matcher(name).find()) {
                    mark("odd-host", name + ", where anyone can store data", node);
                }
            }
            if (WEBHOOK.matcher(text).find()) {
                mark("odd-host", "a messenger webhook", node);
            }
        }
        if (secretPlace(text)) {
            mark("secret-place", plain(text), node);
        }
    }

    /** A text that names where credentials lie. */
    static boolean secretPlace(SyntaxTree tree, int node) {
        return tree.end(node) - tree.start(node) >= 6 && secretPlace(tree.text(node, 400));
    }

    private static boolean secretPlace(String text) {
        return text.length() < 300
                && (text.indexOf('.') >= 0 || text.indexOf('/') >= 0)
                && SECRET_PLACE.matcher(plain(text)).find();
    }

    private static String plain(String text) {
        return text.replaceAll("^[rbuf]*[\"'`]+|[\"'`]+$", "");
    }

    private void forModel(int node, String text) {
        if (FOR_A_MODEL.matcher(text).find()) {
            mark("model-words", "instructions for a model that reads code", node);
        }
    }

    private void mark(String kind, String detail, int node) {
        if (told.add(kind + detail)) {
            marks.add(
                    new CodeFindings.Mark(
                            kind,
                            CodeExcerpt.word(detail),
                            lines.of(tree.start(node)),
                            CodeExcerpt.of(tree, node)));
        }
    }
}
