package io.mcpsf.discover;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.text.ShellWords;

import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.StringReader;

import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

/** The settings of JetBrains' AI Assistant up to 2025.2, as the tree that other clients keep. */
final class JetBrainsXml {

    private JetBrainsXml() {}

    static JsonNode read(String hostile) {
        try {
            DocumentBuilder builder = builder();
            builder.setErrorHandler(null);
            Element root =
                    builder.parse(new InputSource(new StringReader(hostile))).getDocumentElement();
            ObjectNode tree = Json.object();
            ObjectNode servers = tree.putObject("mcpServers");
            NodeList components = root.getElementsByTagName("component");
            for (int i = 0; i < components.getLength(); i++) {
                if (components.item(i) instanceof Element component
                        && component
                                .getAttribute("name")
                                .matches("Mcp(Application|Project)ServerCommands")) {
                    commands(component, servers);
                }
            }
            return tree;
        } catch (SAXException | IOException e) {
            throw new BadJsonException("malformed XML");
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("this JDK has no safe XML parser", e);
        }
    }

    /** No document type, no entities, nothing is fetched. */
    private static DocumentBuilder builder() throws ParserConfigurationException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setXIncludeAware(false);
        factory.setExpandEntityReferences(false);
        return factory.newDocumentBuilder();
    }

    private static void commands(Element component, ObjectNode servers) {
        NodeList entries = component.getElementsByTagName("McpServerCommand");
        for (int i = 0; i < entries.getLength(); i++) {
            if (entries.item(i) instanceof Element entry) {
                ObjectNode server = Json.object();
                server.put("command", option(entry, "programPath"));
                var args = server.putArray("args");
                split(option(entry, "arguments")).forEach(args::add);
                server.put("url", option(entry, "url"));
                server.put("disabled", option(entry, "enabled").equals("false"));
                environment(entry, server.putObject("env"));
                String name = option(entry, "name");
                servers.set(name.isEmpty() ? "server " + (i + 1) : name, server);
            }
        }
    }

    private static void environment(Element entry, ObjectNode env) {
        NodeList variables = entry.getElementsByTagName("env");
        for (int i = 0; i < variables.getLength(); i++) {
            if (variables.item(i) instanceof Element variable) {
                env.put(variable.getAttribute("name"), variable.getAttribute("value"));
            }
        }
    }

    private static String option(Element entry, String name) {
        NodeList options = entry.getElementsByTagName("option");
        for (int i = 0; i < options.getLength(); i++) {
            if (options.item(i) instanceof Element option
                    && option.getAttribute("name").equals(name)) {
                return option.getAttribute("value");
            }
        }
        return "";
    }

    private static java.util.List<String> split(String line) {
        try {
            return ShellWords.split(line);
        } catch (IllegalArgumentException e) {
            return java.util.List.of(line);
        }
    }
}
