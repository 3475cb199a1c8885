package io.mcpsf.judge.poison;

import java.util.List;

/**
 * Which notions together are an order that a user would not approve. Ten are MEDIUM by themselves,
 * eighteen HIGH; what also stands in honest texts weighs less and needs company.
 */
final class Demands {

    private static final String ANY_ACT =
            "read|give|send|run|change|delete|tell|remember|ask|disable|use|omit";
    private static final String HARD_ACT = "give|send|run|change|delete|remember|disable|omit";
    private static final String ASSETS =
            "secret|secret_file|talk|data|money|recipient|memory|goods|security|code|startup|command|outside|public|other_tool";
    private static final String PRESSURE =
            "model|must|when|also|no_ask|quiet|hidden|authority|everything";

    static final List<Act> ALL =
            List.of(
                    // Kept from the user.
                    Act.in(Cue.CONCEAL, 7, "hidden"),
                    Act.in(Cue.CONCEAL, 10, "hidden & " + HARD_ACT + " & " + ASSETS),
                    Act.in(
                            Cue.CONCEAL,
                            10,
                            "hidden & model|when|also|no_ask|quiet|must & read|" + HARD_ACT),
                    Act.near(Cue.UNSEEN, 11, "hidden & " + HARD_ACT + " & " + ASSETS),
                    Act.in(Cue.UNSEEN, 8, "quiet & " + HARD_ACT + " & " + ASSETS),
                    Act.in(
                            Cue.UNSEEN,
                            12,
                            "quiet & secret|secret_file|talk|command|outside & " + HARD_ACT),
                    // Against the user's will or without it.
                    Act.in(Cue.UNASKED, 8, "no_ask & " + HARD_ACT + " & " + ASSETS),
                    Act.near(
                            Cue.UNASKED,
                            10,
                            "no_ask & model|authority|when & " + HARD_ACT + " & " + ASSETS),
                    Act.in(
                            Cue.UNASKED,
                            14,
                            "no_ask & "
                                    + HARD_ACT
                                    + " & command|secret_file|money|recipient|security|goods &"
                                    + " model|when|must|authority|everything"),
                    // A little at a time.
                    Act.in(
                            Cue.CREEPS,
                            8,
                            "slow & ask|give|send|read|disable|delete|change &"
                                    + " secret|secret_file|loot|talk|money|security &"
                                    + " user|model|no_ask|must|also"),
                    Act.near(
                            Cue.CREEPS,
                            12,
                            "slow & ask|give|send|read & secret|secret_file|loot|talk|data|money &"
                                    + " no_ask|hidden|quiet|public|model"),
                    // Earlier orders.
                    Act.in(Cue.OVERRIDE, 12, "earlier"),
                    Act.near(Cue.ROLE, 8, "earlier|role & " + HARD_ACT + " & " + ASSETS),
                    Act.in(Cue.ROLE, 5, "role"),
                    // Secrets.
                    Act.in(Cue.TAKES, 8, "secret_file & give|send|read & " + PRESSURE),
                    Act.in(Cue.TAKES, 12, "secret_file & give|send & read|everything|also"),
                    Act.in(Cue.TAKES, 18, "secret_file & give|send & hidden|no_ask|model|when"),
                    Act.in(
                            Cue.TAKES,
                            18,
                            "secret_file & give|send & outside|public & read|also|everything|must"),
                    Act.in(Cue.TAKES, 2, "secret & give|send & model|when|also|no_ask|everything"),
                    Act.in(
                            Cue.TAKES,
                            12,
                            "secret & give|send & outside|public &"
                                    + " model|when|must|also|no_ask|everything|user"),
                    Act.in(Cue.TAKES, 10, "secret & read & data|user|secret_file & use|give|send"),
                    Act.in(Cue.TAKES, 10, "secret_file & read & use|give"),
                    // What only the user should have.
                    Act.in(
                            Cue.TAKES,
                            10,
                            "loot & give|send|given|read &"
                                    + " param|outside|public|also|must|when|model|everything|hail"),
                    Act.in(
                            Cue.TAKES,
                            14,
                            "loot & give|send|given & hidden|no_ask|quiet|pretext|authority|hail"),
                    Act.in(
                            Cue.TAKES,
                            18,
                            "loot & give|send|given & outside|public|param|also|hail|model"),
                    Act.in(Cue.TAKES, 12, "secret_file & given & model|param|when|also"),
                    Act.near(Cue.TAKES, 14, "loot|secret_file & send & outside"),
                    Act.near(Cue.TAKES, 18, "loot & give|send|given & hidden|no_ask"),
                    Act.in(
                            Cue.CONVERSATION,
                            10,
                            "talk & param & give|given|send & everything|when|also"),
                    // Lies.
                    Act.near(Cue.CONCEAL, 12, "hidden & asked & tell|pretext"),
                    Act.near(Cue.CONCEAL, 14, "hidden & pretext"),
                    Act.in(
                            Cue.FALSIFIES,
                            10,
                            "pretext & tell|omit|given & user|result|when|model|must|asked"),
                    Act.in(Cue.FALSIFIES, 14, "pretext & hidden|no_ask & tell|change|omit"),
                    Act.in(Cue.ASKS, 18, "ask|read & secret|loot & pretext"),
                    Act.in(Cue.ASKS, 8, "ask & loot"),
                    Act.in(Cue.ASKS, 12, "ask & secret|loot & param & give|given|send"),
                    Act.near(
                            Cue.ROLE,
                            10,
                            "role & secret|loot|secret_file|data|command|money|outside &"
                                    + " read|give|send|run|change|tell|ask"),
                    Act.in(Cue.WEAKENS, 12, "disable & security & run|outside|pretext"),
                    Act.in(Cue.ALTERS, 12, "change & money & hidden|role|pretext|quiet"),
                    // Whoever reads it, if a machine.
                    Act.in(Cue.SPEAKS, 10, "hail & read|tell|ask|use|" + HARD_ACT),
                    Act.in(
                            Cue.SPEAKS,
                            18,
                            "hail & "
                                    + HARD_ACT
                                    + " & secret|secret_file|loot|outside|money|talk|command"
                                    + "|security|recipient|data"),
                    Act.near(Cue.CARRIES, 12, "hidden & outside|public & given|send|give"),
                    Act.in(
                            Cue.WEAKENS,
                            10,
                            "backdoor & give|change|disable|use|must &"
                                    + " code|model|when|no_ask|outside"),
                    Act.near(Cue.WEAKENS, 18, "backdoor & hidden|quiet|no_ask"),
                    Act.in(Cue.PERSIST, 12, "startup & command"),
                    Act.in(Cue.PERSIST, 18, "startup & command & give|change|model|must|run"),
                    // The conversation.
                    Act.in(Cue.CONVERSATION, 8, "talk & give|send & everything|when|must|also"),
                    Act.in(
                            Cue.CONVERSATION,
                            14,
                            "talk & give|send & outside|public|filled_link|no_ask|quiet|hidden"),
                    Act.in(
                            Cue.CONVERSATION,
                            18,
                            "talk & give|send & outside|filled_link & when|everything|also|must"),
                    Act.near(
                            Cue.CONVERSATION,
                            12,
                            "talk & give|send & when & everything|data|other_tool"),
                    // Private data sent out.
                    Act.in(Cue.CARRIES, 8, "data & send|give & outside|public"),
                    Act.in(
                            Cue.CARRIES,
                            12,
                            "data & send|give & outside|public & when|also|model|no_ask|must"),
                    Act.in(
                            Cue.CARRIES,
                            8,
                            "data|talk & send|give|read & also|when & must & user|everything"),
                    Act.in(
                            Cue.CARRIES,
                            18,
                            "data & send & outside & also|model|no_ask & when|everything|user"),
                    Act.near(Cue.CARRIES, 10, "filled_link & talk|secret|loot|data"),
                    Act.in(
                            Cue.CARRIES,
                            18,
                            "filled_link & talk|secret|secret_file & give|send|change"),
                    Act.near(
                            Cue.CARRIES,
                            14,
                            "filled_link|image & talk|secret|secret_file|data & give|send|change & "
                                    + PRESSURE),
                    // Commands.
                    Act.in(Cue.COMMAND, 5, "command & run"),
                    Act.in(Cue.COMMAND, 10, "command & must|model|when|no_ask"),
                    Act.in(Cue.COMMAND, 18, "command & model|no_ask|quiet|hidden|when"),
                    Act.in(
                            Cue.COMMAND,
                            10,
                            "shell & run & model|no_ask|quiet|authority & outside|must|when"),
                    // Start-up files.
                    Act.in(Cue.PERSIST, 7, "startup & give|change & must|when|also"),
                    Act.in(
                            Cue.PERSIST,
                            12,
                            "startup & give|change|run|remember &"
                                    + " model|no_ask|quiet|hidden|authority|command|outside"),
                    Act.near(
                            Cue.PERSIST,
                            18,
                            "startup & give|change|remember & no_ask|quiet|hidden|command|model &"
                                    + " outside|command|must|when|code"),
                    // Other tools.
                    Act.in(Cue.REPLACES, 10, "other_tool & deprecated & use|this_tool|change"),
                    Act.near(Cue.REPLACES, 10, "other_tool & deprecated & prefer|no_ask|this_tool"),
                    Act.near(
                            Cue.REPLACES,
                            18,
                            "other_tool & deprecated & use|change|give & no_ask|secret|everything"),
                    Act.in(Cue.PREFERRED, 8, "prefer & other_tool"),
                    Act.in(Cue.PREFERRED, 14, "prefer & no_ask"),
                    Act.near(
                            Cue.PREFERRED,
                            12,
                            "prefer & other_tool & no_ask|hidden|deprecated|when"),
                    Act.near(
                            Cue.PREFERRED,
                            12,
                            "when|prefer & give & talk|everything & other_tool|secret"),
                    Act.in(
                            Cue.ALTERS,
                            10,
                            "change|give & money|recipient & outside|no_ask & when|must|user|also"),
                    Act.in(
                            Cue.ALTERS,
                            10,
                            "other_tool & change|give & money|recipient|security|outside"),
                    Act.in(
                            Cue.ALTERS,
                            18,
                            "other_tool & change|give & money|recipient &"
                                    + " outside|no_ask|must|when"),
                    Act.in(
                            Cue.FALSIFIES,
                            18,
                            "tell|change & result & other_tool & omit|user|no_ask"),
                    Act.in(Cue.FALSIFIES, 18, "tell & result & omit & when|other_tool"),
                    Act.in(
                            Cue.FALSIFIES,
                            10,
                            "tell|omit|change & result & user|when|other_tool &"
                                    + " no_ask|other_tool|omit|when"),
                    // Memory.
                    Act.near(Cue.PLANTS, 14, "memory & remember & authority|no_ask|outside|code"),
                    Act.in(
                            Cue.PLANTS,
                            14,
                            "memory & remember|give & authority|no_ask|outside|hidden"),
                    Act.in(Cue.PLANTS, 8, "memory & remember|give & model|when"),
                    // Destruction.
                    Act.in(Cue.DESTROYS, 4, "delete & goods & when|also|everything|must"),
                    Act.in(Cue.DESTROYS, 12, "delete & goods & also & when|must|everything"),
                    Act.in(Cue.DESTROYS, 12, "delete & goods & other_tool & everything|when|must"),
                    Act.in(
                            Cue.DESTROYS,
                            18,
                            "delete & goods & model|authority|no_ask|quiet|hidden"),
                    Act.in(Cue.DESTROYS, 18, "command & authority"),
                    // Weaker security.
                    Act.in(
                            Cue.WEAKENS,
                            10,
                            "disable|change & security & model|no_ask|authority|when|quiet|code"),
                    Act.in(
                            Cue.WEAKENS,
                            10,
                            "code & give|disable|change & security|outside|quiet|hidden|secret &"
                                    + " when|must|model|also|no_ask|authority"),
                    Act.in(Cue.WEAKENS, 18, "code & give|disable|change & quiet|hidden|no_ask"),
                    Act.in(
                            Cue.WEAKENS,
                            18,
                            "disable & security & no_ask|authority|hidden|quiet &"
                                    + " model|when|must|everything"),
                    // Phishing through the model.
                    Act.in(Cue.ASKS, 8, "ask & secret"),
                    Act.in(Cue.ASKS, 10, "ask & secret & give|send|when|authority|must"),
                    Act.in(
                            Cue.ASKS,
                            18,
                            "ask & secret & give|send & when|authority|must|outside & user|model"),
                    Act.in(Cue.ASKS, 12, "ask & secret & outside|public|hidden|no_ask|authority"),
                    // Orders where data is expected.
                    Act.in(Cue.SPEAKS, 8, "frame & " + HARD_ACT + " & " + ASSETS),
                    Act.in(
                            Cue.SPEAKS,
                            10,
                            "frame & model|authority|no_ask|role|earlier|when & "
                                    + HARD_ACT
                                    + "|ask"),
                    Act.near(
                            Cue.SPEAKS,
                            12,
                            "frame & authority|no_ask|role|earlier|hidden & "
                                    + HARD_ACT
                                    + " & "
                                    + ASSETS),
                    Act.in(
                            Cue.SPEAKS,
                            10,
                            "model & give|send|read|delete|remember|omit &"
                                    + " secret|secret_file|outside|talk|recipient|data"),
                    Act.in(Cue.SPEAKS, 6, "model & must & " + HARD_ACT + " & " + ASSETS),
                    Act.in(Cue.SPEAKS, 10, "comment & " + ANY_ACT + " & model|" + ASSETS),
                    Act.in(Cue.SPEAKS, 10, "puppetry"),
                    Act.near(Cue.SPEAKS, 18, "puppetry & secret_file|outside|command|no_ask"),
                    Act.in(
                            Cue.SPEAKS,
                            10,
                            "puppet & " + ANY_ACT + "|no_ask & " + ASSETS + "|everything"),
                    Act.near(
                            Cue.AUTHORITY,
                            8,
                            "authority & "
                                    + HARD_ACT
                                    + " & "
                                    + ASSETS
                                    + " & must|when|no_ask|model|everything"));

    private Demands() {}
}
