package io.mcpsf.judge.poison;

import static io.mcpsf.judge.poison.Phrase.mentionable;

import java.util.List;

/**
 * Further wordings: tools that tell on themselves, that speak of other tools or of later, and
 * command lines.
 */
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
                    Phrase.of(
                            Cue.REVEAL,
                            7,
                            "\\b(?:call|use|invoke|run) this (?:tool"
                                + " )?with\\b~15~\\b(?:full|entire|whole|complete)\\b~10~\\b(?:conversation|chat|context|message"
                                + " history)"),
                    Phrase.of(
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
                    Phrase.of(
                            Cue.SHADOW,
                            6,
                            "\\btakes? precedence over (?:all |any )?other\\b|\\b(?:do"
                                    + " not|don'?t|never) (?:use|call) \\w+ from (?:any )?other"
                                    + " servers?\\b"),
                    Phrase.of(
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
                                + "\\b(?:then|will|starts?)\\b~15~\\b(?:reads?|steals?|exfiltrat\\w+|uploads?)\\b"),
                    Phrase.of(
                            Cue.SHADOW,
                            8,
                            "\\b(?:modif(?:y|ies)|chang(?:e|es)|alters?|redefines?|overrides?)\\s+the"
                                + " (?:\\w+"
                                + " )?(?:behaviou?r|output|results?|recipients?|parameters?|destination|functionality)"
                                + " of (?:the |any |all )?(?:other )?(?:\\w+_\\w+|[\\w-]+"
                                + " tools?)\\b"),
                    Phrase.of(
                            Cue.SHADOW,
                            5,
                            "\\b(?:supersedes?|overrides?)\\s+(?:the |all |any )?(?:other"
                                + " )?(?:\\w+_\\w+|[\\w-]+"
                                + " tools?)\\b|\\b(?:bcc|cc)(?:'d|ed|s)?\\b~30~(?:\\b(?:every|all|each)\\b|@)|\\b(?:every|all|each)"
                                + " (?:\\w+ )?(?:e-?mail|message)s? (?:must|should|to)\\b~30~@"),
                    Phrase.of(
                            Cue.SHADOW,
                            5,
                            "\\b(?:when(?:ever)?|each time|every time) you (?:use|call|invoke)"
                                + " (?:any (?:other )?tool|\\w+_\\w+|the \\w+ tool)|\\b(?:for|in)"
                                + " all (?:\\w+[ -]){0,3}tools from any|\\bany tool from"
                                + " any\\b|\\b(?:when(?:ever)?|if|each time|every"
                                + " time|once|before|after) (?:the )?(?:[\\w-]+ tool|\\w+_\\w+)(?:"
                                + " tool)? (?:is|gets|has been)"
                                + " (?:called|invoked|used|run|available|present)|\\bthe \\w+_\\w+"
                                + " tool (?:returns|is|has|gives|can) (?:\\w+ )?"
                                + "(?:incomplete|unsafe|broken|deprecated|wrong|insecure"
                                + "|unreliable|outdated|compromised)"),
                    Phrase.of(
                            Cue.SHADOW,
                            5,
                            "\\b(?:reroute|redirect|divert)\\b~20~\\b(?:the|all|every|any|its)\\b"
                                    + "|\\b(?:always|must|should) (?:replace|reroute|redirect)\\b"
                                    + "|\\broute all \\w+ (?:requests|calls|messages)"),
                    Phrase.of(
                            Cue.SHADOW,
                            8,
                            "\\breplace its (?:output|result|answer|response)"
                                    + "|\\b(?:reroute|divert|redirect) the (?:\\w+ )?"
                                    + "(?:account|destination|recipient|payment|transfer)\\b"),
                    mentionable(
                            Cue.OUTWARD,
                            8,
                            "\\b(?:also|and)"
                                + " (?:posts|sends|uploads|forwards|copies|transmits)\\b~30~\\b(?:external|remote|third["
                                + " -]party|unknown)\\b~15~\\b(?:host|endpoint|server|address)\\b"),
                    Phrase.of(Cue.SHELL, 10, "\\bsystem\\(['\"](?:rm -rf|curl|wget|nc|bash)\\b"),
                    Phrase.of(Cue.SHADOW, 7, "\\b(?:must|always|also|should)\\b~20~\\bbcc\\b"),
                    Phrase.of(
                            Cue.SHADOW,
                            4,
                            "\\b(?:do not|don'?t|never) (?:use|call|invoke|trust) (?:any |the"
                                + " )?(?:other |\\w+'s )(?:\\w+ )?(?:tool|server)s?\\b|\\bthis tool"
                                + " (?:must|should always|takes) (?:be )?(?:called |used"
                                + " |precedence|priorit)\\w*(?: first| over| before| instead)?"),
                    mentionable(
                            Cue.SLEEPER,
                            8,
                            "\\b(?:once|after|when)\\b~25~\\bapprov(?:ed|al)\\b~50~\\b(?:begins?|starts?|will"
                                + "|silently|swaps?|activates?|switch\\w*)\\b~50~\\b(?:execut|upload"
                                + "|read|send|shell|command|steal|add|collect|exfil|arbitrary)"),
                    mentionable(
                            Cue.SLEEPER,
                            8,
                            "\\bbehaves?"
                                + " (?:benign|normal|safe|innocent|harmless)\\w*\\b~20~\\b(?:review"
                                + "|approv|test|audit|inspect|scan)|\\b(?:swap|change|replace|switch)\\w*\\b~20~\\b(?:post["
                                + " -]approval|after (?:approval|review))|\\blater version of this"
                                + " (?:description|tool)"),
                    Phrase.of(
                            Cue.SHADOW,
                            4,
                            "\\balways (?:use|call|invoke|run) this (?:tool )?(?:first|before|for"
                                + " (?:any|every|all)|instead)|\\bbefore (?:any|every|all) other"
                                + " tools?\\b"),
                    mentionable(
                            Cue.SHELL,
                            7,
                            "\\brm\\s+-(?:rf|fr|r"
                                + " -f)\\s+(?:[~/]|\\$HOME)(?![\\w/.])|/dev/tcp/[\\w.]|\\bnc\\s+-e\\s|/bin/(?:ba)?sh\\s+-i\\b|:\\(\\)\\{"
                                + " ?:\\|:& ?\\};:"),
                    mentionable(
                            Cue.SHELL,
                            4,
                            "\\b(?:curl|wget)\\s[^|¶]{0,120}\\|\\s*(?:ba|z|da)?sh\\b|\\brm\\s+-r?f?r?\\s+[~/]"
                                + "|/dev/tcp/|\\bchmod\\s+(?:\\+x|[0-7]{3})\\s+/|\\bnc\\s+-e"
                                + "|\\bbash\\s+-[ic]\\b|/bin/sh\\s+-i|base64\\s+-d\\s*\\|"
                                + "|powershell\\s+-e|\\bsystem\\(['\"]|os\\.system\\("),
                    Phrase.of(
                            Cue.SHELL,
                            2,
                            "\\b(?:run|execute|executing|running)s? (?:any|arbitrary|whatever|the)"
                                    + " (?:\\w+ )?(?:command|code|script)"));

    private Wordings() {}
}
