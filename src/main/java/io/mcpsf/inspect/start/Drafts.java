package io.mcpsf.inspect.start;

import io.mcpsf.inspect.start.StartPlan.Channel;
import io.mcpsf.inspect.start.StartPlan.Needs;
import io.mcpsf.inspect.start.StartPlan.Ready;
import io.mcpsf.inspect.start.StartPlan.Setting;
import io.mcpsf.inspect.start.Translation.Translated;
import io.mcpsf.model.Demand;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Makes plans of recipes and of bare programs, for one installed package. */
final class Drafts {

    private static final Pattern HTTP =
            Pattern.compile("(?i)(--transport=|--)?(http|sse|streamable-?http|streamable)");
    private static final int MOST_WORDS = 40;
    private static final int MOST_SPARE = 12;

    private final InstalledPackage installed;
    private final CodeClues clues;
    private final Furniture furniture;
    private final Map<String, Demand> required = new LinkedHashMap<>();
    private final Map<String, Demand> spare = new LinkedHashMap<>();

    /** The recipes that come to the same start; each votes for the variables that it sets. */
    private static final class Group {
        private final Translated start;
        private final String why;
        private final Map<Set<String>, List<Recipe>> votes = new LinkedHashMap<>();
        private int port;

        Group(Translated start, String why) {
            this.start = start;
            this.why = why;
        }

        void vote(Recipe recipe) {
            votes.computeIfAbsent(recipe.env().keySet(), _ -> new ArrayList<>()).add(recipe);
            port = Math.max(port, recipe.port());
        }

        int size() {
            return votes.values().stream().mapToInt(List::size).sum();
        }

        /** As most set them who start it so, the fewest where they are equally many. */
        Map<String, String> env() {
            List<Recipe> most = List.of();
            for (List<Recipe> recipes : votes.values()) {
                boolean better =
                        recipes.size() > most.size()
                                || (recipes.size() == most.size()
                                        && recipes.getFirst().env().size()
                                                < most.getFirst().env().size());
                most = better ? recipes : most;
            }
            return most.isEmpty() ? Map.of() : most.getFirst().env();
        }
    }

    Drafts(InstalledPackage installed, CodeClues clues, Furniture furniture) {
        this.installed = installed;
        this.clues = clues;
        this.furniture = furniture;
        // A setting that code insists on may belong to one of its modes only; a key is for all.
        for (Demand demand : clues.variables().required()) {
            (demand.kind().secret() ? required : spare).put(demand.name(), demand);
        }
        clues.variables().optional().stream()
                .filter(demand -> demand.kind().secret())
                .forEach(demand -> spare.putIfAbsent(demand.name(), demand));
    }

    /** Learns which variables the recipes declare or name, before any plan is made. */
    void learn(List<Recipe> recipes) {
        var translation = new Translation(installed);
        for (Recipe recipe : recipes) {
            if (translation.of(recipe).isPresent()) {
                recipe.declared().required().forEach(d -> required.put(d.name(), d));
                recipe.declared().optional().forEach(d -> spare.putIfAbsent(d.name(), d));
                recipe.env()
                        .forEach(
                                (name, value) ->
                                        spare.putIfAbsent(
                                                name, Guess.variable(name, value, recipe.why())));
            }
        }
        spare.keySet().removeIf(VariableClues::isEverybodys);
    }

    /** The starts that the recipes come to, the one most often told first. */
    List<Ready> of(List<Recipe> recipes) {
        var translation = new Translation(installed);
        Map<List<String>, Group> groups = new LinkedHashMap<>();
        for (Recipe recipe : recipes) {
            translation
                    .of(recipe)
                    .filter(start -> start.arguments().size() <= MOST_WORDS)
                    .ifPresent(start -> vote(groups, start, recipe));
        }
        return groups.values().stream()
                .sorted(Comparator.comparingInt((Group group) -> -group.size()))
                .map(this::plan)
                .toList();
    }

    Ready bare(Entry entry, List<String> arguments, String why) {
        return plan(new Group(new Translated(entry, arguments), why));
    }

    private void vote(Map<List<String>, Group> groups, Translated start, Recipe recipe) {
        List<String> key = new ArrayList<>(start.entry().argv());
        key.addAll(new Blanks(furniture, installed.subject()).fill(start.arguments(), ""));
        groups.computeIfAbsent(key, _ -> new Group(start, recipe.why())).vote(recipe);
    }

    private Ready plan(Group group) {
        var blanks = new Blanks(furniture, installed.subject());
        Entry entry = group.start.entry();
        List<String> argv = new ArrayList<>(entry.argv());
        argv.addAll(blanks.fill(group.start.arguments(), group.why));
        Map<String, String> env = new LinkedHashMap<>(entry.env());
        group.env()
                .forEach(
                        (name, value) -> {
                            if (!VariableClues.isEverybodys(name)) {
                                env.put(name, blanks.variable(name, value, group.why));
                            }
                        });
        for (Demand demand : required.values()) {
            if (!env.containsKey(demand.name())) {
                env.put(demand.name(), blanks.give(demand));
            }
        }
        List<Demand> left =
                spare.values().stream()
                        .filter(demand -> !env.containsKey(demand.name()))
                        .limit(MOST_SPARE)
                        .toList();
        return new Ready(
                argv,
                env,
                group.why,
                Setting.usual().over(channel(group.port, argv)),
                new Needs(blanks.given(), left));
    }

    private Channel channel(int told, List<String> argv) {
        boolean http = argv.stream().anyMatch(word -> HTTP.matcher(word).matches());
        boolean sse = argv.stream().anyMatch(word -> word.endsWith("sse"));
        if (told == 0 && !http && !clues.onlyHttp()) {
            return new Channel.Stdio();
        }
        int flag = argv.indexOf("--port");
        String after = flag >= 0 && flag + 1 < argv.size() ? argv.get(flag + 1) : "";
        int port = after.matches("\\d{2,5}") ? Integer.parseInt(after) : told;
        return new Channel.Http(port == 0 ? clues.port() : port, sse ? "/sse" : "/mcp");
    }

    /** The same start only once, in the order of the first. */
    static List<Ready> distinct(List<Ready> plans, int most) {
        Set<List<Object>> seen = new LinkedHashSet<>();
        return plans.stream()
                .filter(p -> seen.add(List.of(p.argv(), p.env(), p.setting())))
                .limit(most)
                .toList();
    }
}
