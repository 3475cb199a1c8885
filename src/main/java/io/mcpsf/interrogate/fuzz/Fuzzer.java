package io.mcpsf.interrogate.fuzz;

import io.mcpsf.interrogate.ListedTool;
import io.mcpsf.interrogate.LoadClock;
import io.mcpsf.json.Json;
import io.mcpsf.mcp.Listing;
import io.mcpsf.mcp.McpSession;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.Phase;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The attack on one running server: on the places that answer at once, then on the slow ones, which
 * get a share of the time and more calls at once. It ends within its budget, whatever the server
 * does.
 */
public final class Fuzzer {

    private static final Duration LISTING = Duration.ofSeconds(5);

    /** Of the listing that an attack begins with. */
    private static final int NUMBER = 12;

    private static final Pattern ENDS =
            Pattern.compile("(?i)delet|remov|clear|reset|drop|purge|stop|shut|kill|close");

    private static final FutureTask<List<AttackFamily>> FAMILIES =
            new FutureTask<>(AttackFamilies::all);

    private final McpSession session;
    private final Notebook notebook;
    private final AttackSetting world;
    private final Attack attack;
    private final RandomGenerator random;

    public Fuzzer(
            McpSession session,
            Notebook notebook,
            AttackSetting world,
            Attack attack,
            RandomGenerator random) {
        this.session = session;
        this.notebook = notebook;
        this.world = world;
        this.attack = attack;
        this.random = random;
    }

    /**
     * Reads the families in the background, once. That takes as long as some hundred calls, and is
     * better done before an attack than in it.
     */
    public static void prepare() {
        if (!FAMILIES.isDone()) {
            Thread.ofVirtual().name("attack families").start(FAMILIES);
        }
    }

    /**
     * How an attack went: what was sent, what was proven, and why it stopped early, if it did;
     * {@code cut} when the server had it stopped without being broken by it.
     */
    public record Result(int calls, int proven, String stopped, boolean cut) {}

    public Result run() throws InterruptedException {
        try (var clock = LoadClock.here()) {
            return run(clock);
        }
    }

    private Result run(LoadClock clock) throws InterruptedException {
        notebook.enter(Phase.ATTACK);
        prepare();
        var sender =
                new AttackSender(
                        session,
                        world.sessions().again(),
                        notebook,
                        random,
                        attack.calls(),
                        attack.time(),
                        clock);
        var proving = new Proving(sender, notebook);
        var damage = new Damage(sender, notebook);
        sender.nextBatch();
        var quick = new ArrayList<JsonNode>();
        var slow = new ArrayList<JsonNode>();
        for (JsonNode tool : tools()) {
            Duration pace = world.offer().paces().getOrDefault(name(tool), Duration.ZERO);
            if (pace.compareTo(sender.stretched(AttackLimits.SLOW)) <= 0) {
                quick.add(tool);
            } else if (pace.compareTo(sender.stretched(AttackLimits.SLOWEST)) < 0) {
                slow.add(tool);
            }
        }

        List<AttackTarget> targets = targets(sender, quick, attack.atOnce());
        targets.addAll(OtherDoors.of(world.offer()));
        var campaign = new Campaign(sender, world, attack, proving, damage, families());
        Optional<McpSession> beside = world.sessions().beside().get();
        if (beside.isPresent()) {
            var readers = readers(quick);
            campaign.only(
                    new SessionAttack(sender, world.sightings(), beside.get(), readers), targets);
        }
        campaign.run(targets);
        if (!slow.isEmpty()) {
            Attack patient = attack.sharing(AttackLimits.SLOW_SHARE, AttackLimits.SLOW_TIMES);
            sender.until(sender.now() + patient.time().toNanos());
            new Campaign(sender, world, patient, proving, damage, families())
                    .brief(slow.stream().flatMap(tool -> assumed(sender, tool)).toList());
        }
        boolean alive =
                sender.closed()
                        || sender.silent()
                        || new Breaches(sender, notebook).survived(sender.mark(), attack.atOnce());
        sender.finish();
        String stopped = "";
        if (sender.flooded()) {
            stopped = "it sent more data than we read";
        } else if (sender.closed() || !alive) {
            stopped = "the server ended";
        } else if (sender.silent()) {
            stopped = "the server stopped answering";
        } else if (sender.spent()) {
            stopped = "the budget was spent";
        }
        return new Result(
                attack.calls() - sender.left(), proving.count(), stopped, sender.flooded());
    }

    private List<JsonNode> tools() throws InterruptedException {
        Listing listing = session.list("tools/list", "tools", LISTING);
        // A server may count how often it is asked.
        ListedTool.all(NUMBER, listing, notebook);
        List<JsonNode> tools = listing.items();
        return tools.subList(0, Math.min(tools.size(), AttackLimits.TOOLS));
    }

    private Stream<AttackTarget> assumed(AttackSender sender, JsonNode tool) {
        var chance = new SplittableRandom(random.nextLong());
        return new TargetFinder(sender, chance, attack.surroundings(), world.offer().working())
                .assumed(tool).stream();
    }

    /** Tools that need no arguments, as those do that list what there is. */
    private static Set<String> readers(List<JsonNode> tools) {
        return tools.stream()
                .filter(tool -> tool.path("inputSchema").path("required").isEmpty())
                .filter(tool -> !ENDS.matcher(name(tool)).find())
                .map(Fuzzer::name)
                .limit(AttackLimits.READERS)
                .collect(Collectors.toSet());
    }

    private static String name(JsonNode tool) {
        return Json.text(tool, "name");
    }

    private List<AttackTarget> targets(AttackSender sender, List<JsonNode> tools, int atOnce)
            throws InterruptedException {
        var chances = new IdentityHashMap<JsonNode, RandomGenerator>();
        tools.forEach(tool -> chances.put(tool, new SplittableRandom(random.nextLong())));
        var found = new IdentityHashMap<JsonNode, List<AttackTarget>>();
        new ParallelRunner<JsonNode>(sender, atOnce)
                .all(
                        tools,
                        tool -> {
                            RandomGenerator chance = chances.getOrDefault(tool, random);
                            var finder =
                                    new TargetFinder(
                                            sender,
                                            chance,
                                            attack.surroundings(),
                                            world.offer().working());
                            List<AttackTarget> places = finder.of(tool);
                            synchronized (found) {
                                found.put(tool, places);
                            }
                        });
        var targets = new ArrayList<AttackTarget>();
        tools.forEach(tool -> targets.addAll(found.getOrDefault(tool, List.of())));
        return targets;
    }

    private static List<AttackFamily> families() throws InterruptedException {
        try {
            return FAMILIES.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the attack families can't be read", e.getCause());
        }
    }
}
