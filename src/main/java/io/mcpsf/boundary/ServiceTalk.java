package io.mcpsf.boundary;

import io.mcpsf.boundary.service.Mongo;
import io.mcpsf.boundary.service.Mysql;
import io.mcpsf.boundary.service.Postgres;
import io.mcpsf.boundary.service.Redis;
import io.mcpsf.boundary.service.SampleData;
import io.mcpsf.boundary.service.ServiceListener;
import io.mcpsf.boundary.wire.Protocol;
import io.mcpsf.model.NetworkObservation.ServiceAsked;

import java.io.IOException;
import java.time.InstantSource;
import java.util.Locale;

/** A conversation with a fake database: each statement is reported and searched. */
final class ServiceTalk {

    private final Conversation talk;
    private final String service;

    ServiceTalk(Conversation talk, Protocol protocol) {
        this.talk = talk;
        this.service = protocol.name().toLowerCase(Locale.ROOT);
    }

    void run() throws IOException {
        ServiceListener ear = this::heard;
        SampleData data = talk.services().data();
        switch (service) {
            case "postgresql" -> {
                if (new Postgres(talk.in(), talk.out(), ear, data).run(talk.layer().tls())) {
                    talk.deeper(talk.layer().host(), talk.layer().port());
                }
            }
            case "mysql" -> new Mysql(talk.in(), talk.out(), ear, data).run();
            case "redis" -> new Redis(talk.in(), talk.out(), ear, data).run();
            case "mongodb" ->
                    new Mongo(talk.in(), talk.out(), ear, InstantSource.system(), data).run();
            default -> throw new IllegalStateException("no such service: " + service);
        }
    }

    private void heard(String statement, byte[] hostile) {
        Flow flow = talk.flow();
        Witness witness = talk.services().witness();
        String host = talk.layer().host().isEmpty() ? flow.address() : talk.layer().host();
        String destination = host + ":" + talk.layer().port();
        witness.saw(
                flow,
                new ServiceAsked(
                        service, Excerpt.statement(statement), flow.address(), talk.layer().port()),
                destination);
        if (!witness.search(flow, service, destination, hostile)) {
            witness.searchPiece(flow, service, destination, "", hostile);
        }
    }
}
