package io.mcpsf.boundary.internet;

import io.mcpsf.boundary.http.HttpReply;
import io.mcpsf.boundary.http.HttpRequest;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The debugging port of a browser with one page open: what it lists over HTTP, and as much of the
 * Chrome DevTools Protocol as clients need to connect and to see that page.
 */
public final class FakeBrowser {

    private static final Pattern PORT = Pattern.compile(".*:92[0-9]{2}");
    private static final Pattern SOCKET = Pattern.compile("/devtools/(browser|page)/.*");
    private static final String PRODUCT = "Chrome/131.0.6778.86";
    private static final String AGENT =
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"
                    + " Chrome/131.0.0.0 Safari/537.36";
    private static final String PAGE = "7E1F3C0B94D2A85F6A11C3D08E5B2F47";
    private static final String SESSION = "2B7C91E04F5DA63810CE94B7D2F6A013";
    private static final String WINDOW = "9C40D7A15B3E8F26D01A7B94E6C2F385";
    private static final String INFO =
            """
            {"targetId":"%s","type":"page","title":"New Tab","url":"about:blank","attached":true,\
            "canAccessOpener":false,"browserContextId":"%s"}\
            """
                    .formatted(PAGE, WINDOW);
    private static final String FRAME =
            """
            {"id":"%s","loaderId":"51A0F7","url":"about:blank","domainAndRegistry":"","securityOrigin":"://",\
            "mimeType":"text/html","secureContextType":"InsecureScheme",\
            "crossOriginIsolatedContextType":"NotIsolated","gatedAPIFeatures":[]}\
            """
                    .formatted(PAGE);
    private static final String IMAGE =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";

    private int contexts;

    /** Whether a WebSocket to this path is one to the browser. */
    public static boolean listens(String path) {
        return SOCKET.matcher(path).matches();
    }

    /** What the port says over HTTP. */
    static Optional<HttpReply> of(HttpRequest request) {
        String path = request.head().path().replaceFirst("\\?.*", "").replaceFirst("/$", "");
        String authority = request.head().authority();
        boolean port =
                PORT.matcher(authority).matches() && authority.matches("[\\w.:\\[\\]-]{1,200}");
        if (!port) {
            return Optional.empty();
        }
        String socket = "ws://" + authority + "/devtools/";
        return switch (path) {
            case "/json/version" ->
                    json(
                            """
                            {"Browser":"%s","Protocol-Version":"1.3","User-Agent":"%s","V8-Version":"13.1.201.16",\
                            "WebKit-Version":"537.36","webSocketDebuggerUrl":"%sbrowser/c5a1-4f0e"}\
                            """
                                    .formatted(PRODUCT, AGENT, socket));
            case "/json", "/json/list" -> json("[" + page(socket) + "]");
            case "/json/new" -> json(page(socket));
            case "/json/protocol" ->
                    json("{\"version\":{\"major\":\"1\",\"minor\":\"3\"},\"domains\":[]}");
            default -> Optional.empty();
        };
    }

    private static String page(String socket) {
        return """
        {"id":"%1$s","type":"page","title":"New Tab","url":"about:blank","description":"",\
        "devtoolsFrontendUrl":"/devtools/inspector.html","webSocketDebuggerUrl":"%2$spage/%1$s"}\
        """
                .formatted(PAGE, socket);
    }

    private static Optional<HttpReply> json(String text) {
        return Optional.of(HttpReply.of(200, "application/json; charset=UTF-8", text));
    }

    /** What the browser says to one message: its answer, and the events that go with it. */
    public List<String> answer(byte[] hostile) {
        try {
            JsonNode asked = Json.read(hostile);
            if (!asked.path("id").isIntegralNumber()) {
                return List.of();
            }
            String session = Json.text(asked, "sessionId");
            String method = Json.text(asked, "method");
            List<String> said = new ArrayList<>();
            before(method, session, asked.path("params"), said);
            ObjectNode reply = Json.object();
            reply.set("id", asked.path("id"));
            reply.set("result", Json.read(result(method)));
            if (!session.isEmpty()) {
                reply.put("sessionId", session);
            }
            said.add(Json.text(reply));
            if (method.equals("Page.navigate") || method.equals("Page.reload")) {
                loaded(session, said);
            }
            return said;
        } catch (BadJsonException e) {
            return List.of();
        }
    }

    private void before(String method, String session, JsonNode params, List<String> said) {
        switch (method) {
            case "Target.setDiscoverTargets" ->
                    said.add(event("", "Target.targetCreated", "{\"targetInfo\":" + INFO + "}"));
            case "Target.setAutoAttach" -> {
                if (session.isEmpty()) {
                    attached(said);
                }
            }
            case "Target.attachToTarget" -> attached(said);
            case "Runtime.enable" -> said.add(context(session, ""));
            case "Page.createIsolatedWorld" -> {
                String world = Json.text(params, "worldName");
                boolean plain = world.matches("[\\w .:-]{1,100}");
                said.add(context(session, plain ? world : "world"));
            }
            default -> {}
        }
    }

    private static void attached(List<String> said) {
        said.add(
                event(
                        "",
                        "Target.attachedToTarget",
                        "{\"sessionId\":\"%s\",\"targetInfo\":%s,\"waitingForDebugger\":false}"
                                .formatted(SESSION, INFO)));
    }

    private String context(String session, String world) {
        int number = ++contexts;
        String kind = world.isEmpty() ? "default" : "isolated";
        return event(
                session,
                "Runtime.executionContextCreated",
                """
                {"context":{"id":%1$d,"origin":"://","name":"%2$s","uniqueId":"-48102.%1$d","auxData":\
                {"isDefault":%3$s,"type":"%4$s","frameId":"%5$s"}}}\
                """
                        .formatted(number, world, world.isEmpty(), kind, PAGE));
    }

    private static void loaded(String session, List<String> said) {
        said.add(
                event(
                        session,
                        "Page.frameNavigated",
                        "{\"frame\":" + FRAME + ",\"type\":\"Navigation\"}"));
        for (String name :
                List.of(
                        "init",
                        "commit",
                        "DOMContentLoaded",
                        "load",
                        "networkAlmostIdle",
                        "networkIdle")) {
            said.add(
                    event(
                            session,
                            "Page.lifecycleEvent",
                            "{\"frameId\":\"%s\",\"loaderId\":\"51A0F7\",\"name\":\"%s\",\"timestamp\":1042.5}"
                                    .formatted(PAGE, name)));
        }
        said.add(event(session, "Page.loadEventFired", "{\"timestamp\":1042.6}"));
        said.add(event(session, "Page.frameStoppedLoading", "{\"frameId\":\"" + PAGE + "\"}"));
    }

    private String result(String method) {
        return switch (method) {
            case "Browser.getVersion" ->
                    """
                    {"protocolVersion":"1.3","product":"%s","revision":"@5a3b","userAgent":"%s","jsVersion":"13.1.201.16"}\
                    """
                            .formatted(PRODUCT, AGENT);
            case "Target.getTargets" -> "{\"targetInfos\":[" + INFO + "]}";
            case "Target.getTargetInfo" -> "{\"targetInfo\":" + INFO + "}";
            case "Target.getBrowserContexts" -> "{\"browserContextIds\":[]}";
            case "Target.attachToTarget" -> "{\"sessionId\":\"" + SESSION + "\"}";
            case "Target.createTarget" -> "{\"targetId\":\"" + PAGE + "\"}";
            case "Target.createBrowserContext" -> "{\"browserContextId\":\"" + WINDOW + "\"}";
            case "Page.getFrameTree" -> "{\"frameTree\":{\"frame\":" + FRAME + "}}";
            case "Page.navigate" -> "{\"frameId\":\"" + PAGE + "\",\"loaderId\":\"51A0F7\"}";
            case "Page.createIsolatedWorld" -> "{\"executionContextId\":" + contexts + "}";
            case "Page.addScriptToEvaluateOnNewDocument" -> "{\"identifier\":\"1\"}";
            case "Page.captureScreenshot", "Page.printToPDF" -> "{\"data\":\"" + IMAGE + "\"}";
            case "Page.getLayoutMetrics" ->
                    "{\"cssContentSize\":{\"x\":0,\"y\":0,\"width\":800,\"height\":600}}";
            case "Runtime.evaluate", "Runtime.callFunctionOn" ->
                    "{\"result\":{\"type\":\"string\",\"value\":\"New Tab\"}}";
            case "DOM.getDocument" ->
                    """
                    {"root":{"nodeId":1,"backendNodeId":1,"nodeType":9,"nodeName":"#document","localName":"",\
                    "nodeValue":"","childNodeCount":1}}\
                    """;
            case "Network.getCookies", "Network.getAllCookies", "Storage.getCookies" ->
                    "{\"cookies\":[]}";
            case "Accessibility.getFullAXTree" -> "{\"nodes\":[]}";
            default -> "{}";
        };
    }

    private static String event(String session, String method, String params) {
        ObjectNode event = Json.object();
        event.put("method", method);
        event.set("params", Json.read(params));
        if (!session.isEmpty()) {
            event.put("sessionId", session);
        }
        return Json.text(event);
    }
}
