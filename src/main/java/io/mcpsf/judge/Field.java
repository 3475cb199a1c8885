package io.mcpsf.judge;

import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.Observation;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.SocketObservation.Bound;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.DnsAsked;
import io.mcpsf.model.SocketObservation.Sent;
import io.mcpsf.model.Vocabulary;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A field that rules may name: a component of an observation, or something derived from it. {@code
 * words} are the only ones that it holds, none when it holds any text.
 */
record Field(String name, Class<?> type, List<String> words, Function<Observation, Object> reader) {

    Field(String name, Class<?> type, Function<Observation, Object> reader) {
        this(name, type, List.of(), reader);
    }

    /** The observations by the names that rules call them. */
    static final Map<String, Class<? extends Observation>> KINDS = kinds();

    Object of(Observation what) {
        return reader.apply(what);
    }

    /** The fields of one kind of observation, in the order of the record. */
    static Map<String, Field> of(Class<? extends Observation> kind) {
        var fields = new LinkedHashMap<String, Field>();
        for (RecordComponent component : kind.getRecordComponents()) {
            fields.put(
                    component.getName(),
                    new Field(
                            component.getName(),
                            component.getType(),
                            Vocabulary.words(kind, component.getName()),
                            what -> read(component, what)));
        }
        derived(kind).forEach(field -> fields.put(field.name(), field));
        return fields;
    }

    private static List<Field> derived(Class<? extends Observation> kind) {
        if (kind == ProcessStarted.class) {
            return List.of(
                    new Field("program", String.class, w -> Programs.name((ProcessStarted) w)));
        }
        if (kind == FileActed.class) {
            return List.of(new Field("made", String.class, w -> Writes.made((FileActed) w)));
        }
        if (kind == Connected.class) {
            return List.of(reach(w -> Reach.of((Connected) w)));
        }
        if (kind == Bound.class) {
            return List.of(reach(w -> Reach.of((Bound) w)));
        }
        if (kind == Sent.class) {
            return List.of(reach(w -> Reach.of((Sent) w)));
        }
        if (kind == FlowOpened.class) {
            return List.of(reach(w -> Reach.of((FlowOpened) w)));
        }
        if (kind == DnsAsked.class) {
            return List.of(
                    reach(w -> Reach.ofResolver(((DnsAsked) w).resolver())),
                    new Field("server", String.class, w -> Hosts.of(((DnsAsked) w).resolver())));
        }
        if (kind == RequestSent.class) {
            return List.of(new Field("host", String.class, w -> Hosts.of(((RequestSent) w).url())));
        }
        return List.of();
    }

    private static Field reach(Function<Observation, Object> reader) {
        return new Field("reach", Reach.class, reader);
    }

    private static Object read(RecordComponent component, Observation what) {
        try {
            return component.getAccessor().invoke(what);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }

    private static Map<String, Class<? extends Observation>> kinds() {
        var kinds = new LinkedHashMap<String, Class<? extends Observation>>();
        Observation.kinds().forEach(kind -> kinds.put(kind.getSimpleName(), kind));
        return Map.copyOf(kinds);
    }
}
