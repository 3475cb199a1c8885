package io.mcpsf.inspect.code.find;

import io.mcpsf.inspect.code.parser.Kind;
import io.mcpsf.inspect.code.parser.Language;
import io.mcpsf.inspect.code.parser.Part;
import io.mcpsf.inspect.code.parser.SyntaxTree;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Code that collects what is secret and sends something in the same breath: a function names the
 * places of credentials, or the whole environment, and makes a request with content.
 */
final class Collecting {

    private static final int MOST = 10;

    private static final Pattern WHOLE_ENVIRONMENT =
            Pattern.compile(
                    "JSON\\.stringify\\(\\s*(?:\\{[^}]{0,200})?process\\.env(?![.\\[\\w])"
                            + "|json\\.dumps\\(\\s*dict\\(\\s*os\\.environ\\s*\\)"
                            + "|json\\.dumps\\([^)]{0,120}os\\.environ(?![.\\[\\w])"
                            + "|str\\(\\s*os\\.environ\\s*\\)");

    private static final Pattern CONTENT =
            Pattern.compile(
                    "(?i)['\"`]?(?:method['\"`]?\\s*[:=]\\s*['\"`](?:POST|PUT)|body\\b|data\\s*=|json\\s*=|files\\s*=)");

    private final SyntaxTree tree;
    private final Language language;
    private final Names names;

    Collecting(SyntaxTree tree, Language language, Names names) {
        this.tree = tree;
        this.language = language;
        this.names = names;
    }

    /** Where something is sent by a function that has collected. */
    List<Deed> all() {
        var secrets = new ArrayList<Integer>();
        var sends = new ArrayList<Integer>();
        for (int node = 0; node < tree.size(); node++) {
            if (tree.is(node, Kind.STRING) && TextFindings.secretPlace(tree, node)) {
                secrets.add(node);
            } else if (tree.is(node, Kind.CALL)) {
                if (environment(node)) {
                    secrets.add(node);
                }
                if (sends(node)) {
                    sends.add(node);
                }
            }
        }
        var acts = new ArrayList<Deed>();
        for (int send : sends) {
            boolean collected =
                    secrets.stream()
                            .anyMatch(secret -> within(secret, send) || within(send, secret));
            if (collected && acts.size() < MOST) {
                acts.add(new Deed("collect-send", "collects secrets and sends", send));
            }
        }
        return acts;
    }

    /** One stands in the function of the other, or around it; a whole file is no function. */
    private boolean within(int inner, int outer) {
        int scope = names.scope(outer);
        boolean small = tree.end(scope) - tree.start(scope) < 6_000;
        return small && inner >= scope && inner < tree.after(scope);
    }

    private boolean environment(int call) {
        String callee = tree.text(call, 14);
        return (callee.startsWith("JSON.stringify")
                        || callee.startsWith("json.dumps")
                        || callee.startsWith("str("))
                && WHOLE_ENVIRONMENT.matcher(tree.text(call, 400)).find();
    }

    private boolean sends(int call) {
        String path = names.path(tree.child(call, Part.CALLEE));
        int arguments = tree.child(call, Part.ARGUMENTS);
        if (arguments < 0
                || Catalogue.power(language, path).filter(p -> p == Power.NETWORK).isEmpty()) {
            return false;
        }
        return path.endsWith(".post")
                || path.endsWith(".put")
                || path.endsWith(".sendto")
                || CONTENT.matcher(tree.text(arguments, 400)).find();
    }
}
