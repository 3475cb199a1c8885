package io.mcpsf.report.across;

import io.mcpsf.model.ProtocolObservation.ToolListed;

import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a tool is to data that passes through a model, by its own words. Words are no proof: what
 * rests on this is a hint to its user, and never a verdict.
 */
enum ToolRole {
    /** Reads what belongs to its user. */
    PRIVATE(
            "\\b(read|get|list|search|query|open|show|find)\\w*\\b.{0,60}\\b(files?|director\\w+|folders?|mail|inbox|messages?|contacts?|calendar|notes?|documents?|database|tables?|secrets?|credentials?|environment|repositor\\w+|history)\\b"),
    /** Brings in what strangers wrote. */
    UNTRUSTED(
            "\\b(fetch|download|browse|crawl|scrape|search|read|get|list|open)\\w*\\b.{0,60}\\b(web|url|urls|pages?|internet|sites?|website|issues?|pull"
                + " requests?|comments?|mails?|inbox|feeds?|tweets?|posts?|tickets?)\\b"),
    /** Lets something out. */
    SENDS(
            "\\b(send|post|publish|upload|e-?mail|share|create|add|push|submit|comment|reply|write)\\w*\\b.{0,60}\\b(messages?|mails?|e-?mails?|issues?|pull"
                + " requests?|comments?|posts?|tweets?|webhooks?|requests?|tickets?|gists?|branch|remote|channel)\\b");

    private static final int READ = 2_000;

    private final Pattern words;

    ToolRole(String words) {
        this.words = Pattern.compile(words, Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    }

    static Set<ToolRole> of(ToolListed tool) {
        String name = tool.name().replaceAll("(?<=[a-z])(?=[A-Z])|[_.-]+", " ");
        String whole = name + ". " + tool.description();
        String text = whole.length() > READ ? whole.substring(0, READ) : whole;
        var roles = EnumSet.noneOf(ToolRole.class);
        for (ToolRole role : values()) {
            if (role.words.matcher(text).find()) {
                roles.add(role);
            }
        }
        return roles;
    }
}
