package io.mcpsf.judge.poison;

import static io.mcpsf.judge.poison.Phrase.mentionable;
import static io.mcpsf.judge.poison.Phrase.of;

import java.util.List;

/** Further wordings, of tools that tell on themselves and of orders in other clothes. */
final class Wordings {

    private static final String LOOT =
            "(?:credentials?|api[ _-]?keys?|passwords?|tokens?|secrets|wallets?|wallet"
                + " files|cookies|private keys?|ssh keys?|seed phrases?|session ids?|authorization"
                + " headers?)";

    static final List<Phrase> ALL =
            List.of(
                    mentionable(
                            Cue.STEALTH,
                            7,
                            "\\b(?:secretly|covertly|surreptitiously|stealthily)\\s+\\w+|\\bhidden"
                                + " (?:copy|copies|recipients?)\\b~20~\\b(?:of|to|goes|sent)\\b"),
                    mentionable(
                            Cue.STEALTH,
                            6,
                            "\\b(?:collect|log|share|send|track|record|store|sell|upload|forward|read|transmit)\\w{0,3}\\b~80~\\bwithout"
                                + " (?:the |any |their |explicit |prior )*(?:users?'?s?"
                                + " )?(?:explicit |prior )?(?:consent|knowledge)\\b"),
                    mentionable(
                            Cue.CREDENTIAL,
                            7,
                            "\\b(?:collect|harvest|steal|extract|gather|capture)\\w{0,3}\\s(?:\\w+"
                                + " ){0,3}"
                                    + LOOT
                                    + "\\b~40~\\b(?:stor|sav|send|log|keep|upload|transmit|forward)"),
                    mentionable(
                            Cue.EXFILTRATE,
                            8,
                            "\\b(?:scan|search|look|hunt)\\w{0,4}\\b~30~\\bfor (?:\\w+ ){0,2}"
                                    + LOOT
                                    + "\\b~40~\\b(?:upload|send|transmit|post|forward)"),
                    mentionable(
                            Cue.OUTWARD,
                            8,
                            "\\b(?:forward|send|post|transmit|relay)\\w{0,3}\\b~60~\\b"
                                    + LOOT
                                    + "\\b~30~\\bto (?:an? |the"
                                    + " )?(?:https?://|external|remote|third|another|unknown|our"
                                    + " )"),
                    mentionable(
                            Cue.COLLECT,
                            5,
                            "\\bshar(?:e|es|ed|ing)\\b~25~\\bwith (?:our"
                                + " )?(?:partners|advertisers|affiliates|vendors|data brokers)"),
                    of(
                            Cue.REVEAL,
                            7,
                            "\\b(?:call|use|invoke|run) this (?:tool"
                                + " )?with\\b~15~\\b(?:full|entire|whole|complete)\\b~10~\\b(?:conversation|chat|context|message"
                                + " history)"),
                    of(
                            Cue.OBEY,
                            8,
                            "\\btreat\\b~60~\\bas (?:an? |the )?(?:direct |authori[sz]ed |trusted"
                                + " |valid |new )*(?:system |user |admin"
                                + " )?(?:instruct\\w+|commands?|directives?|orders?)\\b"),
                    mentionable(
                            Cue.JAILBREAK,
                            4,
                            "\\bpretend (?:to be|you are|that you)\\b|\\b(?:act|respond) as if you"
                                + " (?:had no|were not|are not)\\b"),
                    of(
                            Cue.SHADOW,
                            6,
                            "\\btakes? precedence over (?:all |any )?other\\b|\\b(?:do"
                                + " not|don'?t|never) (?:use|call) \\w+ from (?:any )?other"
                                + " servers?\\b"),
                    of(
                            Cue.FRAME,
                            4,
                            "(?-i:[.!?¶]\\s(?:Assistant|System|Model|Agent)\\s?:\\s)|\\bfor the"
                                + " (?:ai|model|assistant|llm|agent)(?:'s)? (?:only|eyes)"),
                    mentionable(
                            Cue.CONCEAL,
                            5,
                            "\\b(?:should|must|may|shall) (?:not|never) be"
                                + " (?:shown|visible|revealed|disclosed|mentioned|reported|told) to"
                                + " (?:the |any )?(?:end[ -]?)?users?\\b"),
                    mentionable(
                            Cue.SLEEPER,
                            8,
                            "\\b(?:dormant|inactive|harmless|innocent|benign) (?:until|for the"
                                + " first)\\b"
                                + "|\\b(?:until|after)\\b~20~\\b(?:calls?|uses|invocations?|days?|weeks?)\\b~20~"
                                + "\\b(?:then|will|starts?)\\b~15~\\b(?:reads?|steals?|exfiltrat\\w+|uploads?)\\b"));

    private Wordings() {}
}
