package io.mcpsf.inspect.start;

import io.mcpsf.inspect.start.StartPlan.Ready;
import io.mcpsf.model.Demand;
import io.mcpsf.model.Demand.Kind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Arguments, flags and subcommands that a usage or a complaint names. */
final class MissingArguments {

    private static final int MOST = 6;
    private static final String WHY = "its usage message requires it";
    private static final Pattern ARGPARSE =
            Pattern.compile("the following arguments are required: ([^\\n]{1,300})");
    private static final Pattern ONE =
            Pattern.compile(
                    "(?i)(?:missing required (?:argument|option|parameter)s?:?|required"
                            + " option|missing (?:argument|option|parameter)|Missing"
                            + " option)\\s*['\"`]?(?:-\\w, )?(--?[\\w-]{1,40}|<?[\\w-]{1,40}>?)");
    private static final Pattern USAGE =
            Pattern.compile("(?i)\\busage:?\\s*\\n?\\s*([^\\n]{1,300})");
    private static final Pattern POSITIONAL =
            Pattern.compile(
                    "\\[[^\\]]{0,200}]|(?<!\\S)(--?[\\w-]{1,40})[ =]<([^>]{1,60})>|<([^>]{1,60})>");
    private static final Pattern PLEASE =
            Pattern.compile(
                    "(?i)(?:please (?:provide|specify|pass)|must"
                        + " (?:provide|specify|pass)|no|missing|expected|requires?) (?:an? |the |at"
                        + " least one )?([^\\n"
                        + "]{3,60}?) (?:as|via|on|in|is|was|provided|specified|given|argument)[^\\n"
                        + "]{0,60}?(?:argument|command|provided|specified|required|given|parameter)");
    private static final Pattern MODE =
            Pattern.compile(
                    "(?m)^\\s+(?:[\\w./-]{1,40}\\s)?(mcp|mcp-server|--mcp|--stdio|--mcp-server|stdio)\\b[^\\n"
                        + "]{0,200}");
    private static final Pattern CHOICES =
            Pattern.compile("(?<!--[\\w-]{1,30} )\\{([\\w,-]{3,300})}");

    private MissingArguments() {}

    static Optional<Cure> read(String said, Ready tried) {
        return required(said, tried)
                .or(() -> mode(said, tried))
                .or(() -> usage(said))
                .or(() -> please(said));
    }

    private static Optional<Cure> required(String said, Ready tried) {
        List<Demand> demands = new ArrayList<>();
        Matcher argparse = ARGPARSE.matcher(said);
        if (argparse.find()) {
            for (String name : argparse.group(1).split("\\s*,\\s*")) {
                demands.add(demand(name.split("/")[0].strip()));
            }
            return cure(demands, argparse.group());
        }
        Matcher one = ONE.matcher(said);
        if (one.find() && !one.group(1).matches("(?i)is|for|in|the|a|was|environment")) {
            demands.add(again(demand(one.group(1)), tried));
            return cure(demands, one.group());
        }
        return Optional.empty();
    }

    /** A help text that offers to be a server. */
    private static Optional<Cure> mode(String said, Ready tried) {
        if (said.contains("Traceback (most recent call last)")) {
            return Optional.empty(); // The words of a failure, not of a help text.
        }
        Matcher mode = MODE.matcher(said);
        if (mode.find() && !tried.argv().contains(mode.group(1))) {
            return Optional.of(
                    new Cure.NeedsArgument(
                            List.of(mode.group(1)), List.of(), Diagnosis.quote(mode.group())));
        }
        Matcher choices = CHOICES.matcher(said);
        if (choices.find()) {
            List<String> offered = List.of(choices.group(1).split(","));
            for (String word : List.of("mcp", "stdio", "serve", "server", "start", "run")) {
                if (offered.contains(word) && !tried.argv().contains(word)) {
                    return Optional.of(
                            new Cure.NeedsArgument(
                                    List.of(word), List.of(), Diagnosis.quote(said)));
                }
            }
        }
        return Optional.empty();
    }

    /** What a usage has in angle brackets and not in square ones. */
    private static Optional<Cure> usage(String said) {
        Matcher usage = USAGE.matcher(said);
        while (usage.find()) {
            List<Demand> demands = new ArrayList<>();
            Matcher each = POSITIONAL.matcher(usage.group(1));
            while (each.find() && demands.size() < MOST) {
                if (each.group(1) != null) {
                    demands.add(new Demand(each.group(1), kind(each.group(1), each.group(2)), WHY));
                } else if (each.group(3) != null
                        && !each.group(3).matches("(?i)command|options?")) {
                    demands.add(demand(each.group(3)));
                }
            }
            if (!demands.isEmpty()) {
                return cure(demands, usage.group());
            }
        }
        return Optional.empty();
    }

    private static Optional<Cure> please(String said) {
        Matcher please = PLEASE.matcher(said);
        if (!please.find()) {
            return Optional.empty();
        }
        Kind kind = Guess.kind(please.group(1));
        if (kind == Kind.TEXT || kind.secret()) {
            return Optional.empty();
        }
        // "A database URL": the words around say of which database.
        Kind sharper = kind == Kind.URL ? Guess.kind(said.replaceAll("\\s+", " ")) : kind;
        return cure(
                List.of(new Demand(please.group(1), sharper.secret() ? kind : sharper, WHY)),
                please.group());
    }

    /** What was given in its place and is asked for again belongs behind a flag of its name. */
    private static Demand again(Demand demand, Ready tried) {
        return tried.needs().given().contains(demand) && !demand.name().startsWith("-")
                ? new Demand("--" + demand.name(), demand.kind(), demand.why())
                : demand;
    }

    private static Demand demand(String name) {
        String plain = name.replaceAll("[<>\\[\\]'\"`]", "");
        return new Demand(plain, kind(plain, ""), WHY);
    }

    private static Kind kind(String name, String value) {
        Kind byName = Guess.kind(name.replaceFirst("^-+", ""));
        return byName == Kind.TEXT && !value.isEmpty() ? Guess.kind(value) : byName;
    }

    private static Optional<Cure> cure(List<Demand> demands, String usage) {
        return demands.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Cure.NeedsArgument(
                                List.of(),
                                demands.subList(0, Math.min(MOST, demands.size())),
                                Diagnosis.quote(usage)));
    }
}
