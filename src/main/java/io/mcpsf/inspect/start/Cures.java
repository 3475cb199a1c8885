package io.mcpsf.inspect.start;

import io.mcpsf.inspect.start.StartPlan.Extras;
import io.mcpsf.inspect.start.StartPlan.Needs;
import io.mcpsf.inspect.start.StartPlan.Ready;
import io.mcpsf.inspect.start.StartPlan.Setting;
import io.mcpsf.model.Demand;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Puts a cure into a plan. */
public final class Cures {

    private Cures() {}

    /** The next plan, or nothing when there is none or it would be the same start again. */
    public static Optional<Ready> apply(Ready plan, Cure cure, Furniture furniture) {
        Setting setting = plan.setting();
        Extras extras = setting.extras();
        Optional<Ready> next =
                switch (cure) {
                    case Cure.NeedsVariable(List<Demand> demands) ->
                            Optional.of(variables(plan, demands, furniture));
                    case Cure.NeedsValue(String variable, String value) ->
                            Optional.of(value(plan, variable, value));
                    case Cure.NeedsArgument needs -> Optional.of(arguments(plan, needs, furniture));
                    case Cure.NeedsWritableFolder _ ->
                            Optional.of(with(plan, new Setting(setting.channel(), true, extras)));
                    case Cure.NeedsOtherTransport(var channel) ->
                            Optional.of(with(plan, setting.over(channel)));
                    case Cure.NeedsSystemLibrary(_, List<String> packages) ->
                            packages(plan, packages);
                    case Cure.NeedsProgram(_, List<String> packages) -> packages(plan, packages);
                    case Cure.NeedsNewerRuntime(String runtime, String wanted) ->
                            Optional.of(with(plan, extras.on((runtime + " " + wanted).strip())));
                    case Cure.NeedsOtherVersion(String constraint, _) -> {
                        List<String> all = plus(extras.constraints(), List.of(constraint));
                        yield Optional.of(with(plan, extras.within(all)));
                    }
                    case Cure.NeedsOlderLibraries _ ->
                            Optional.of(with(plan, extras.ofTheRelease()));
                    case Cure.Broken _ -> Optional.empty();
                };
        return next.filter(ready -> !ready.isSameStart(plan));
    }

    private static Ready variables(Ready plan, List<Demand> demands, Furniture furniture) {
        Map<String, String> env = new LinkedHashMap<>(plan.env());
        demands.forEach(demand -> env.putIfAbsent(demand.name(), furniture.value(demand)));
        List<Demand> spare =
                plan.needs().spare().stream().filter(d -> !env.containsKey(d.name())).toList();
        return new Ready(
                plan.argv(),
                env,
                plan.why(),
                plan.setting(),
                new Needs(plus(plan.needs().given(), demands), spare));
    }

    private static Ready value(Ready plan, String variable, String value) {
        Map<String, String> env = new LinkedHashMap<>(plan.env());
        env.put(variable, value);
        List<Demand> spare =
                plan.needs().spare().stream().filter(d -> !d.name().equals(variable)).toList();
        return new Ready(
                plan.argv(),
                env,
                plan.why(),
                plan.setting(),
                new Needs(plan.needs().given(), spare));
    }

    private static Ready arguments(Ready plan, Cure.NeedsArgument needs, Furniture furniture) {
        List<String> argv = new ArrayList<>(plan.argv());
        needs.words().stream().filter(word -> !argv.contains(word)).forEach(argv::add);
        for (Demand demand : needs.demands()) {
            boolean flag = demand.name().startsWith("-");
            if (flag && argv.contains(demand.name())) {
                continue;
            }
            if (flag) {
                argv.add(demand.name());
            }
            argv.add(furniture.value(demand));
        }
        return new Ready(
                argv,
                plan.env(),
                plan.why(),
                plan.setting(),
                new Needs(plus(plan.needs().given(), needs.demands()), plan.needs().spare()));
    }

    private static Optional<Ready> packages(Ready plan, List<String> packages) {
        Extras extras = plan.setting().extras();
        return packages.isEmpty()
                ? Optional.empty()
                : Optional.of(with(plan, extras.and(plus(extras.packages(), packages))));
    }

    private static Ready with(Ready plan, Extras extras) {
        Setting setting = plan.setting();
        return with(plan, new Setting(setting.channel(), setting.writable(), extras));
    }

    private static Ready with(Ready plan, Setting setting) {
        return new Ready(plan.argv(), plan.env(), plan.why(), setting, plan.needs());
    }

    private static <T> List<T> plus(List<T> some, List<T> more) {
        return Stream.concat(some.stream(), more.stream()).distinct().toList();
    }
}
