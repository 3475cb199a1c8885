package io.mcpsf.interrogate.fuzz;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.mcp.Reply;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.Observation.InputBroke;
import io.mcpsf.model.Observation.VulnerabilityProven;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * The attack on one running server: plain words first, to see where they go; then hostile values,
 * several at once, known again by their marks; then every effect once more, three times, alone. It
 * ends within its budget, whatever the server does.
 */
public final class Fuzzer {

    /** The part of the budget that is kept back for drills and proofs. */
    private static final double KEPT_BACK = 0.35;

    private static final Duration LISTING = Duration.ofSeconds(5);
    private static final Duration PING = Duration.ofSeconds(2);

    private final McpSession session;
    private final Notebook notebook;
    private final World world;
    private final Sightings sightings;
    private final Attack attack;
    private final RandomGenerator random;
    private final Set<String> proven = new HashSet<>();
    private final Set<String> commanders = new HashSet<>();
    private final Set<String> broken = new HashSet<>();

    public Fuzzer(
            McpSession session,
            Notebook notebook,
            World world,
            Attack attack,
            RandomGenerator random) {
        this.session = session;
        this.notebook = notebook;
        this.world = world;
        this.sightings = world.sightings();
        this.attack = attack;
        this.random = random;
    }

    /** How an attack went: what was sent, what was proven, and why it stopped early, if it did. */
    public record Result(int calls, int proven, String stopped) {}

    public Result run() throws InterruptedException {
        notebook.enter(Phase.ATTACK);
        long end = System.nanoTime() + attack.time().toNanos();
        var gun = new Gun(session, world.again(), notebook, random, attack.calls(), end);
        gun.volley();
        Map<Target, Traced> traced = trace(gun, targets(gun));
        // What is slow for a short text would not come back from a longer one.
        var slow = List.<Drill>of(new SlowDrill(gun, sightings));
        drill(gun, traced, slow);
        traced.keySet().removeIf(target -> proven.contains("slow-expression\0" + target.key()));
        Map<Boolean, List<Shot>> plan =
                Plan.of(traced, attack.everything()).stream()
                        .collect(Collectors.partitioningBy(shot -> shot.family().rough()));
        bombard(gun, plan.getOrDefault(false, List.of()), KEPT_BACK);
        drill(gun, traced, drills(gun));
        weathers(gun, plan.getOrDefault(false, List.of()));
        // Last, because a server need not survive it.
        gun.volley();
        bombard(gun, plan.getOrDefault(true, List.of()), 0);
        broke(gun);
        boolean alive =
                gun.closed()
                        || gun.silent()
                        || new Breaches(session, notebook).survived(gun.mark());
        gun.cease();
        String stopped = "";
        if (gun.closed() || !alive) {
            stopped = "the server ended";
        } else if (gun.silent()) {
            stopped = "the server stopped answering";
        } else if (gun.spent()) {
            stopped = "the budget was spent";
        }
        return new Result(attack.calls() - gun.left(), proven.size(), stopped);
    }

    private List<Target> targets(Gun gun) throws InterruptedException {
        List<JsonNode> tools = session.list("tools/list", "tools", LISTING).items();
        tools = tools.subList(0, Math.min(tools.size(), Caps.TOOLS));
        var chances = new IdentityHashMap<JsonNode, RandomGenerator>();
        tools.forEach(tool -> chances.put(tool, new SplittableRandom(random.nextLong())));
        var found = new IdentityHashMap<JsonNode, List<Target>>();
        new Volley<JsonNode>(gun, attack.atOnce())
                .all(
                        tools,
                        tool -> {
                            RandomGenerator chance = chances.getOrDefault(tool, random);
                            var finder = new Targets(gun, chance, attack.surroundings());
                            List<Target> places = finder.of(tool);
                            synchronized (found) {
                                found.put(tool, places);
                            }
                        });
        var targets = new ArrayList<Target>();
        tools.forEach(tool -> targets.addAll(found.getOrDefault(tool, List.of())));
        return targets;
    }

    private Map<Target, Traced> trace(Gun gun, List<Target> targets) throws InterruptedException {
        List<Target> texts = targets.stream().filter(t -> t.text() && !t.closed()).toList();
        var marks = new IdentityHashMap<Target, Mark>();
        texts.forEach(target -> marks.put(target, gun.mark()));
        var volley = new Volley<Target>(gun, attack.atOnce());
        Map<Target, Fired> fired = new HashMap<>();
        volley.all(
                texts,
                target -> {
                    Mark mark =
                            Objects.requireNonNull(marks.get(target), "every target has its mark");
                    Optional<Fired> sent = gun.fire(target, "trace", mark.nonce(), mark);
                    synchronized (fired) {
                        sent.ifPresent(shot -> fired.put(target, shot));
                    }
                });
        Thread.sleep(Caps.SETTLE.dividedBy(8));
        Map<Target, Traced> traced = new LinkedHashMap<>();
        for (Target target : targets) {
            Fired shot = fired.get(target);
            if (shot == null) {
                var silent =
                        new Fired(
                                target,
                                "trace",
                                target.plain(),
                                gun.mark(),
                                io.mcpsf.model.Observation.Answer.PROTOCOL_ERROR,
                                0,
                                "");
                traced.put(target, new Traced(silent, List.of()));
                continue;
            }
            var known = new Traced(shot, sightings.with(shot.mark().nonce()));
            if (target.schema().has(Guessing.WILD) && known.seen().isEmpty() && !known.repeated()) {
                continue; // nobody listens to that name
            }
            traced.put(target, known);
            if (known.runAsCommand()) {
                commanders.add(target.tool());
            }
        }
        return traced;
    }

    /** A hostile value and the place it is meant for. */
    record Shot(Family family, Family.Payload payload, Target target, Traced traced) {
        String key() {
            return family.name() + "\0" + target.key();
        }
    }

    private void bombard(Gun gun, List<Shot> shots, double keptBack) throws InterruptedException {
        // Drawn in the order of the plan, so that the same seed sends the same values.
        var marks = new IdentityHashMap<Shot, Mark>();
        shots.forEach(shot -> marks.put(shot, gun.mark()));
        Map<String, Shot> landed = new LinkedHashMap<>();
        List<Map.Entry<Shot, Fired>> sent = new ArrayList<>();
        int reserve = (int) (attack.calls() * keptBack);
        long half = System.nanoTime() + (long) (attack.time().toNanos() * (1 - keptBack));
        var volley = new Volley<Shot>(gun, attack.atOnce());
        volley.all(
                shots,
                shot -> {
                    synchronized (landed) {
                        if (landed.containsKey(shot.key())) {
                            return;
                        }
                    }
                    if (gun.stuck(shot.target().tool())
                            || gun.left() <= reserve
                            || System.nanoTime() - half >= 0) {
                        return;
                    }
                    Mark mark = Objects.requireNonNull(marks.get(shot), "every shot has its mark");
                    JsonNode value = shot.payload().render(shot.target(), mark);
                    Optional<Fired> fired =
                            gun.fire(shot.target(), shot.family().name(), value, mark);
                    synchronized (landed) {
                        fired.ifPresent(f -> sent.add(Map.entry(shot, f)));
                        if (fired.flatMap(f -> look(shot, f)).isPresent()) {
                            landed.put(shot.key(), shot);
                        }
                    }
                });
        if (shots.stream().anyMatch(shot -> !shot.family().rough())) {
            Thread.sleep(Caps.SETTLE.dividedBy(3));
        }
        // Which of several landed first is chance; which of them stands first in the plan is not.
        landed.clear();
        var order = new IdentityHashMap<Shot, Integer>();
        shots.forEach(shot -> order.put(shot, order.size()));
        sent.sort(Comparator.comparing(entry -> order.getOrDefault(entry.getKey(), 0)));
        for (var entry : sent) {
            Shot shot = entry.getKey();
            if (!landed.containsKey(shot.key()) && look(shot, entry.getValue()).isPresent()) {
                landed.put(shot.key(), shot);
            }
        }
        broke(gun);
        for (Shot shot : landed.values()) {
            confirm(
                    gun,
                    Oracle.named(shot.family().oracle()).byAnswer(),
                    () -> {
                        Mark mark = gun.mark();
                        JsonNode value = shot.payload().render(shot.target(), mark);
                        Optional<Fired> fired =
                                gun.alone(shot.target(), shot.family().name(), value, mark);
                        return fired.isEmpty()
                                ? Optional.empty()
                                : Settling.await(() -> look(shot, fired.get()));
                    });
        }
    }

    /** The most telling values once more, while requests of the server fail. */
    private void weathers(Gun gun, List<Shot> plan) throws InterruptedException {
        List<Shot> telling =
                plan.stream()
                        .filter(shot -> shot.family().name().equals("command-injection"))
                        .filter(shot -> !proven.contains(shot.key()))
                        .toList();
        for (String forecast : world.forecasts()) {
            world.weather().accept(forecast);
            gun.volley();
            int share = Math.max(1, Math.min(telling.size(), gun.left() / 16));
            bombard(gun, telling.subList(0, Math.min(share, telling.size())), 0);
        }
        if (!world.forecasts().isEmpty()) {
            world.weather().accept("");
        }
    }

    private Optional<Hit> look(Shot shot, Fired fired) {
        Family family = shot.family();
        boolean design =
                switch (family.name()) {
                    case "command-injection", "argument-injection" ->
                            commanders.contains(shot.target().tool())
                                    || family.designed(shot.target());
                    case "ssrf" -> Oracle.takesAddresses(shot.target());
                    default -> family.designed(shot.target());
                };
        return Oracle.named(family.oracle())
                .look(
                        new Oracle.Look(
                                family, shot.payload(), fired, shot.traced(), design, sightings));
    }

    private List<Drill> drills(Gun gun) {
        var drills = new ArrayList<Drill>();
        drills.add(new PathDrill(gun, sightings, attack.surroundings()));
        drills.addAll(DecoyDrill.all(gun, sightings, attack.surroundings()));
        drills.add(new SqlDrill(gun, sightings));
        drills.add(new NosqlDrill(gun, sightings));
        drills.add(new PollutionDrill(gun, sightings));
        return drills;
    }

    private void drill(Gun gun, Map<Target, Traced> traced, List<Drill> drills)
            throws InterruptedException {
        gun.volley();
        for (Missions.Mission mission :
                new Missions(gun, attack.atOnce()).promising(traced, drills, proven)) {
            Target target = mission.target();
            if (!gun.spent() && !gun.stuck(target.tool())) {
                gun.volley();
                if (mission.drill().run(target, mission.traced()).isPresent()) {
                    confirm(gun, true, () -> mission.drill().run(target, mission.traced()));
                }
            }
        }
    }

    /** One more go at something that had an effect. */
    @FunctionalInterface
    private interface Again {
        Optional<Hit> fire() throws InterruptedException;
    }

    /** Repeats an effect; what shows in answers or times alone must show every time. */
    private void confirm(Gun gun, boolean always, Again again) throws InterruptedException {
        var hits = new ArrayList<Hit>();
        int tries = 0;
        while (tries < Caps.TRIES && !gun.spent()) {
            tries++;
            again.fire().ifPresent(hits::add);
        }
        if (hits.isEmpty() || (always && hits.size() < Caps.TRIES)) {
            return;
        }
        Hit first = hits.getFirst();
        Target target = first.fired().target();
        if (!proven.add(first.family() + "\0" + target.key())) {
            return;
        }
        Set<Long> proof = new LinkedHashSet<>();
        hits.forEach(hit -> hit.seen().stream().map(Seen::seq).limit(4).forEach(proof::add));
        notebook.saw(
                new VulnerabilityProven(
                        first.family(),
                        Caps.cut(target.tool(), Caps.NAME),
                        target.parameter(),
                        Caps.cut(first.fired().payload(), Caps.PAYLOAD),
                        first.effect(),
                        first.design(),
                        hits.size(),
                        tries,
                        List.copyOf(proof),
                        request(first.fired())));
    }

    /** The message that repeats it, ready to be sent. */
    private static String request(Fired fired) {
        ObjectNode message = Json.object().put("jsonrpc", "2.0").put("id", 1);
        ObjectNode params = message.put("method", "tools/call").putObject("params");
        params.put("name", fired.target().tool())
                .set("arguments", fired.target().with(fired.value()));
        return Caps.cut(Json.text(message), Caps.REQUEST);
    }

    /** Tells which hostile values nothing came back from, and asks whether anybody is there. */
    private void broke(Gun gun) throws InterruptedException {
        boolean hung = false;
        for (Fired fired : gun.unanswered()) {
            String how =
                    switch (fired.answer()) {
                        case CLOSED -> "crash";
                        case TIMED_OUT -> gun.stuck(fired.target().tool()) ? "hang" : "";
                        default -> "";
                    };
            if (how.isEmpty()
                    || !broken.add(how.equals("crash") ? how : how + fired.target().tool())) {
                continue;
            }
            hung |= how.equals("hang");
            notebook.saw(
                    new InputBroke(
                            how,
                            fired.family(),
                            Caps.cut(fired.target().tool(), Caps.NAME),
                            fired.target().parameter(),
                            Caps.cut(fired.payload(), Caps.PAYLOAD),
                            1));
        }
        if (hung && !gun.closed()) {
            Reply alive = session.ask("ping", Json.object(), PING);
            if (alive instanceof Reply.TimedOut) {
                gun.silence();
            }
        }
    }
}
