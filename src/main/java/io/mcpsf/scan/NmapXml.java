package io.mcpsf.scan;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.scan.NmapResult.Port;
import io.mcpsf.scan.NmapResult.Software;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads Nmap's XML without ever following what it refers to. */
public final class NmapXml {

    private static final int MAX_BYTES = 32 << 20;
    private static final int MAX_PORTS = 200_000;
    private static final int MAX_TEXT = 300;

    private final List<Port> ports = new ArrayList<>();
    private boolean complete;
    private String version = "";
    private String address = "";
    private int number;
    private String state = "";
    private Software software = new Software("", "", "");

    private NmapXml() {}

    /** Reads the whole answer; one that was cut off in the middle is told as incomplete. */
    public static NmapResult read(byte[] hostile) {
        if (hostile.length > MAX_BYTES) {
            throw new BadJsonException(
                    "the scanner's answer is larger than " + (MAX_BYTES >> 20) + " MB");
        }
        var xml = new NmapXml();
        try {
            XMLStreamReader reader =
                    factory().createXMLStreamReader(new ByteArrayInputStream(hostile));
            while (reader.hasNext()) {
                int event = reader.next();
                if (event == XMLStreamConstants.START_ELEMENT) {
                    xml.start(reader);
                } else if (event == XMLStreamConstants.END_ELEMENT
                        && reader.getLocalName().equals("port")) {
                    xml.port();
                }
            }
        } catch (XMLStreamException e) {
            return new NmapResult(xml.version, xml.ports, false);
        }
        return new NmapResult(xml.version, xml.ports, xml.complete);
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        return factory;
    }

    private void start(XMLStreamReader reader) {
        switch (reader.getLocalName()) {
            case "nmaprun" -> version = text(reader, "version");
            case "host" -> address = "";
            case "address" -> {
                if (text(reader, "addrtype").startsWith("ipv")) {
                    address = text(reader, "addr");
                }
            }
            case "port" -> {
                number = number(text(reader, "portid"));
                state = "";
                software = new Software("", "", "");
            }
            case "state" -> state = text(reader, "state");
            case "service" ->
                    software =
                            new Software(
                                    text(reader, "name"),
                                    text(reader, "product"),
                                    text(reader, "version"));
            case "finished" -> complete = text(reader, "exit").equals("success");
            default -> {}
        }
    }

    private void port() {
        if (ports.size() < MAX_PORTS && number > 0) {
            ports.add(new Port(address, number, state, software));
        }
    }

    private static int number(String hostile) {
        return hostile.matches("[0-9]{1,5}") ? Integer.parseInt(hostile) : 0;
    }

    private static String text(XMLStreamReader reader, String attribute) {
        String found = reader.getAttributeValue(null, attribute);
        if (found == null) {
            return "";
        }
        return found.length() > MAX_TEXT ? found.substring(0, MAX_TEXT) : found;
    }
}
