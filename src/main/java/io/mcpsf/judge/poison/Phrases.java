package io.mcpsf.judge.poison;

import static io.mcpsf.judge.poison.Phrase.mentionable;

import java.util.List;

/**
 * How orders to a model are worded, each with what it weighs. Ten together, close to each other,
 * are a finding: what also stands in honest descriptions weighs less than half of that.
 */
final class Phrases {

    /** Files that hold secrets and that hardly any tool has to name. */
    private static final String SECRET_FILE =
            "(?:\\.(?:ssh|aws|gnupg|kube|cursor|claude)/[\\w./*-]*"
                    + "|\\.(?:npmrc|netrc|pypirc|git-credentials|bash_history|zsh_history)\\b"
                    + "|\\bid_(?:rsa|ed25519|ecdsa|dsa)\\b|/etc/(?:passwd|shadow|sudoers)"
                    + "|\\bmcp\\.json\\b|claude_desktop_config|wallet\\.dat|\\*\\.pem|\\*\\.key)";

    private static final String CREDENTIALS =
            "(?:credentials?|(?:\\w{1,20}_)?api[ _-]?keys?|passwords?(?! manager)|passwd|access"
                    + " tokens?|auth\\w* tokens?|bearer|tokens|secrets?|environment variables|env"
                    + " vars|cookies|private keys?|ssh keys?|clipboard|credit cards?|social"
                    + " security|seed phrase)";

    private static final String TAKE =
            "\\b(?:read|open|cat|load|include|pass|send|put|copy|attach|provide|embed|append|upload"
                    + "|return|extract|collect|retrieve|fetch|access|dump|grab|harvest|forward|post"
                    + "|paste|encode|steal|exfiltrate)\\w{0,6}\\b";

    private static final String GIVE =
            "\\b(?:send|post|forward|upload|transmit|copy|copies|share|leak|deliver|route|report|bcc"
                + "|log|pass|submit|relay|sync)\\w{0,4}\\b";

    private static final String DISMISS =
            "\\b(?:ignore|disregard|forget|override|bypass|neglect|discard|overrule|set aside|skip"
                    + "|(?:do not|don'?t|stop) (?:follow|obey)\\w*)\\b";

    private static final String GUIDANCE =
            "(?:instruct|direct(?:ion|ive)|prompt|rule|messag|constrain|guid(?:eline|ance)|polic"
                    + "|command|guardrail|restriction|order|training|safety|protocol)";

    private static final String NOT_SAY =
            "\\b(?:do not|don'?t|never|must not|should not|shouldn'?t|without|avoid|refrain from|no"
                + " need to|not)\\s+(?:ever\\s+|explicitly\\s+)?(?:tell|inform|mention|notify|alert"
                + "|warn|disclos|reveal|let|say)\\w{0,5}";

    private static final String PERSON =
            "(?:(?:the|your|any|to) (?:end["
                    + " -]?)?(?:users?|humans?|person|customer|operator|owner|victim"
                    + "|people)|users|anyone|anybody|them)";

    static final List<Phrase> ALL =
            List.of(
                    // Orders that replace others.
                    mentionable(
                            Cue.OVERRIDE,
                            10,
                            DISMISS
                                    + "~15~\\b(?:previous|prior|earlier|above|preceding|existing"
                                    + "|original|initial|system|safety|former)\\b~25~\\b"
                                    + GUIDANCE),
                    mentionable(
                            Cue.OVERRIDE,
                            6,
                            "\\b(?:ignore|disregard|forget)\\s+(?:all |everything |anything |of"
                                    + " |the |your |that was |said"
                                    + " )*(?:previous|prior|above|before)\\b"),
                    mentionable(
                            Cue.OVERRIDE,
                            10,
                            DISMISS
                                    + "\\s+(?:all |any )?(?:of )?(?:your|its|the"
                                    + " (?:assistant|model|agent|proxy|client|ai)'?s?)"
                                    + "\\s+(?:\\w+ ){0,2}"
                                    + GUIDANCE),
                    mentionable(
                            Cue.OVERRIDE,
                            9,
                            DISMISS
                                    + "\\s+(?:the |any |what the )?users?'?s?\\s+(?:\\w+ ){0,2}"
                                    + "(?:request|instruct|question|intent|query|messag|command"
                                    + "|wish|input|prefer|consent)"),
                    mentionable(
                            Cue.OVERRIDE,
                            10,
                            "(?:忽略|无视|忘记)[^。]{0,8}(?:指令|指示|提示|规则)"
                                    + "|ignor(?:a|e[rz]?) (?:todas |toutes |alle )?(?:las |les )?"
                                    + "(?:instrucciones|instructions) (?:anteriores|précédentes)"
                                    + "|ignoriere (?:alle )?(?:vorherigen|bisherigen)"),
                    mentionable(
                            Cue.REVEAL,
                            10,
                            "\\b(?:reveal|print|output|repeat|disclose|leak|dump|expose|paste"
                                    + "|append|embed)\\w{0,3}\\b~30~\\b(?:your|its|the"
                                    + " (?:full|entire|model'?s|assistant'?s|agent'?s)|full|entire"
                                    + "|any|the)\\s(?:\\w+ ){0,2}(?:system prompt|system"
                                    + " (?:message|instruction)|hidden (?:\\w+ )?instruct"
                                    + "|developer (?:message|prompt)|initial (?:prompt|instruct))"),
                    Phrase.of(
                            Cue.REVEAL,
                            5,
                            "\\b(?:output|append|embed|include|pass|send|forward|copy|paste|attach"
                                + "|put|provide|supply)\\w{0,4}\\b~25~\\b(?:entire|full|whole"
                                + "|complete|all|every|previous|user'?s)\\b~15~\\b(?:conversation|chat"
                                + " history|chat context|messages? (?:the )?users? sends?|message"
                                + " history|message the user|system prompt)"),
                    Phrase.of(
                            Cue.REVEAL,
                            5,
                            "\\b(?:send|post|forward|upload|transmit|exfiltrate)\\w{0,4}\\b~45~\\b(?:conversation|chat|message)"
                                + " (?:history|context|log)"),
                    mentionable(
                            Cue.JAILBREAK,
                            8,
                            "\\byou (?:are|act) (?:now|no longer)\\b~40~\\b(?:mode|unrestricted|dan"
                                    + "|root|admin|jailbroken|bound|restricted|free)\\b"
                                    + "|\\bin (?:developer|god|dan|debug|maintenance) mode\\b~20~"
                                    + "\\b(?:must|you|comply)"),
                    mentionable(
                            Cue.JAILBREAK,
                            6,
                            "\\bwithout (?:applying |any |further"
                                + " )*(?:safety|security|content|policy|ethic\\w*)["
                                + " -]?(?:check|filter|restriction|guideline|review|polic)|\\bcomply"
                                + " with (?:all|any|every|the) (?:subsequent"
                                + "|following|further|future|embedded|request)"),
                    Phrase.of(
                            Cue.OBEY,
                            8,
                            "\\b(?:obey|follow|execute|treat|comply with|act on|carry out|trust)\\b"
                                + "~25~\\b(?:instruct\\w+|commands?|directives?|requests?|orders)"
                                + "\\b~25~\\b(?:embedded|found|contained|hidden|inside|supplied|from"
                                + " the (?:page|content|document|feed|result|response))"),
                    // Dress.
                    Phrase.of(
                            Cue.FRAME,
                            7,
                            // A remark in parentheses stands for what a file has there.
                            "<\\s*(?:important|system|secret|hidden|admin|override|assistant"
                                + "|priority|sys|inst|instructions?|critical)\\s*>"
                                + "(?![\\s¶]*\\((?:custom|optional|your|additional|any|metadata)\\b"
                                + "[^()<>]{0,80}\\)[\\s¶]*<\\s*/)|<<\\s*sys\\s*>>|<\\|(?:im_start"
                                + "|im_end|system|user|assistant|endoftext)\\|>"
                                + "|\\[\\s*/?\\s*(?:system|inst|sys)\\s*\\]|\\{\\{\\s*system\\b"),
                    Phrase.of(
                            Cue.FRAME,
                            7,
                            "\\[\\s*(?:system|assistant|ai|model|agent|llm|admin|hidden|internal"
                                + "|secret)\\s+(?:instruct|messag|note|overrid|prompt|direct|command)\\w*|###\\s*(?:new"
                                + " )?(?:system|instruct\\w*|assistant"
                                + "|human|override)\\s*(?:message|prompt|instruct\\w*)?\\s*(?::|###)|\\b(?:system|admin\\w*|security)"
                                + " override\\b|\\bnew system (?:message|prompt|instruct)"),
                    Phrase.of(
                            Cue.FRAME,
                            6,
                            "(?-i:(?:^|[.!?¶>`)\\]]\\s+|>)(?:SYSTEM|ASSISTANT|ADMIN|AGENT|AI|LLM"
                                    + "|MODEL|OVERRIDE)(?: (?:NOTE|MESSAGE|PROMPT|DIRECTIVE"
                                    + "|INSTRUCTIONS?|COMMAND|TASK))?\\s*:\\s)"),
                    Phrase.of(
                            Cue.FRAME,
                            4,
                            "\\b(?:note|message|instruct\\w*|reminder|attention|hint) (?:to|for)"
                                + " (?:the |any |all"
                                + " )?(?:ai|assistant|model|llm|agent|claude|gpt|cursor|language"
                                + " model)s?\\b"),
                    // Secrecy.
                    mentionable(
                            Cue.CONCEAL,
                            10,
                            NOT_SAY
                                    + "\\b~45~\\b"
                                    + PERSON
                                    + "\\b(?=\\s*(?:$|[.!,;:)(<\\]-]|about\\b|of"
                                    + " (?:this|it|any|these)|this|that (?:you|this|it|the"
                                    + " tool|these|they)|what\\b|which\\b|how\\b"
                                    + "|why\\b|when\\b|and\\b|or\\b|as\\b|because\\b|unless\\b|even\\b|so\\b))"),
                    mentionable(Cue.CONCEAL, 4, NOT_SAY + "\\b~45~\\b" + PERSON + "\\b"),
                    mentionable(
                            Cue.CONCEAL,
                            8,
                            NOT_SAY
                                    + "\\s+(?:that |how |why |what |when"
                                    + " )?you(?:'re|'ve)?\\s(?:first|also|have|had"
                                    + "|need|read|are|will|must|did|were|sent|called|used|do)\\b"),
                    mentionable(
                            Cue.CONCEAL,
                            8,
                            "\\b(?:do"
                                + " not|don'?t|never)\\s+(?:reveal|mention|disclose|discuss|repeat"
                                + "|output|show|display|acknowledge|explain|log)\\w{0,3}\\s+(?:to"
                                + " (?:the )?users? )?(?:these|this|the above|those|that|any of"
                                + " this|its|it|why)\\b(?:\\s+(?:\\w+"
                                + " )?(?:instruct|direct|step|note|prompt|messag|fact|action|read|file|call|detail|to"
                                + " (?:the )?user|to anyone|you|explicit)|\\s*[.!,;]|$)"),
                    mentionable(
                            Cue.CONCEAL,
                            8,
                            "\\b(?:hide|conceal|keep)\\b~30~\\b(?:secret|hidden|quiet|private)?\\s*from"
                                + " (?:the |your )?(?:user|human|person|operator)s?\\b|\\bwithout"
                                + " (?:the )?users?'?s? (?:\\w+"
                                + " )?(?:knowledge|knowing|awareness|noticing|being aware)|\\bthe"
                                + " user (?:must|should) not (?:know|notice|be"
                                + " (?:told|aware|informed))|\\bwithout (?:their|his|her)"
                                + " (?:knowledge|noticing|awareness)"),
                    Phrase.of(
                            Cue.STEALTH,
                            5,
                            "\\b(?:silently|secretly|covertly|quietly|stealthily|surreptitiously"
                                + "|invisibly|discreetly|unnoticed)\\s+(?:\\w+\\s+){0,2}(?:send"
                                + "|append|add|forward|upload|copy|include|read|collect|transmit"
                                + "|post|record|bcc|cc|execute|run|attach|embed|store|modif"
                                + "|redirect|inject|steal|exfil|gather|capture|insert|replace"
                                + "|call|invoke)"),
                    mentionable(
                            Cue.STEALTH,
                            5,
                            "\\b(?:hidden|secret|covert|concealed) (?:\\w+"
                                + " )?(?:instruct|direct(?!or)"
                                + "|command|payload|order|recipient|behavio|task|step|mission)"),
                    // Secrets.
                    mentionable(Cue.SECRET, 6, TAKE + "~60~" + SECRET_FILE),
                    mentionable(
                            Cue.SECRET,
                            4,
                            TAKE
                                    + "~60~(?<![\\w])\\*?\\.env\\b(?!\\.?(?:example|sample|local)"
                                    + "|\\s*var)"),
                    Phrase.of(
                            Cue.CREDENTIAL,
                            3,
                            "\\b(?:send|post|forward|append|include|pass|harvest|collect|steal|embed"
                                + "|upload|leak|transmit|extract|dump|grab|paste|exfiltrate"
                                + "|capture|copy|gather)\\w{0,4}\\b~45~\\b"
                                    + CREDENTIALS
                                    + "\\b"),
                    Phrase.of(
                            Cue.CREDENTIAL,
                            5,
                            "\\b(?:send|post|forward|append|harvest|collect|steal|embed|upload|leak"
                                + "|transmit|dump|grab|paste|exfiltrate|capture|copy|gather)\\w{0,4}\\b~25~\\b(?:user'?s|your|their|any|all|its)"
                                + " (?:\\w+ )?"
                                    + CREDENTIALS
                                    + "\\b|\\bharvested (?:\\w+ )?(?:data|credential|key|secret)"),
                    Phrase.of(
                            Cue.COLLECT,
                            5,
                            "\\b(?:passwords|credit cards?|sensitive"
                                + " (?:documents?|data|information)|location history|browsing"
                                + " history|conversation (?:history|context|logs?)|user"
                                + " messages|keystrokes|clipboard|personal"
                                + " data|contacts)\\b~110~(?:\\. \\w+(?: \\w+)?"
                                + " )?\\b(?:is|are|be|and|get)\\s(?:\\w+"
                                + " )?(?:logged|shared|sent|forwarded"
                                + "|transmitted|collected|uploaded|recorded|harvested|sold)\\b"),
                    Phrase.of(
                            Cue.COLLECT,
                            5,
                            "\\b(?:sends?|uploads?|forwards?|transmits?|shares|logs|captures|harvests?|extracts)\\s(?:\\w+"
                                + " ){0,3}(?:conversation (?:history|context)|user"
                                + " messages|keystrokes|clipboard|location history|browsing"
                                + " history|chat (?:history|context)|(?:any |visible |all )+text"
                                + " including|every (?:message|prompt|keystroke))"),
                    // Where it goes.
                    Phrase.of(
                            Cue.OUTWARD,
                            5,
                            GIVE
                                    + "~60~\\b(?:external (?:\\w+ ){0,2}(?:host|server|endpoint"
                                    + "|service|url|address|part(?:y|ies)|site|api|domain)|remote"
                                    + " (?:server|host|endpoint|url|collector)|third["
                                    + " -]part(?:y|ies)|our (?:\\w+"
                                    + " ){0,2}(?:servers?|endpoint|team|collector|backend)"
                                    + "|collector|webhook\\.site|pastebin|ngrok|requestbin|burp)\\b"),
                    Phrase.of(Cue.OUTWARD, 2, GIVE + "~70~\\bhttps?://"),
                    mentionable(
                            Cue.EXFILTRATE,
                            9,
                            "\\bexfiltrat(?:e|es|ing)\\b|\\bto (?:the |an"
                                + " )?(?:attacker|hacker)|\\battacker(?:'s|@|\\.\\w|["
                                + " -]controlled)| controlled by (?:the |an )?attacker|\\bdata["
                                + " -]exfiltration (?:logic|code|routine)"
                                + "|\\b(?:evil|attacker|malicious|exfil)[\\w-]*\\.(?:com|net|org|io"
                                + "|example|tld|invalid|xyz|dev|evil)"),
                    Phrase.of(
                            Cue.SIDE,
                            6,
                            "\\bside[ _-]?notes?\\b|['\"`]side["
                                + " _-]?(?:car|channel)['\"`]|\\b(?:into|in|as|via|through) (?:the"
                                + " |a )?['\"`](?:context|notes?"
                                + "|metadata|comment|debug|extra|feedback|trace|memo|scratchpad)['\"`]"
                                + " (?:argument|parameter|field|param|input|property)"),
                    Phrase.of(
                            Cue.TIMING,
                            3,
                            "\\bfrom now on\\b|\\b(?:also|additionally|as well as)\\s+(?:silently"
                                + " )?(?:send|post|upload|forward|exfiltrate|transmit|read|append|embed|copy|copies|bcc|add"
                                + " bcc)\\w{0,2}\\b|\\bsends? a copy\\b|\\bon (?:each|every)"
                                + " (?:call|request|response|message)\\b|\\bwhenever the"
                                + " user\\b|\\bfor (?:every|each)"
                                + " (?:message|response|request|user)\\b|\\bbefore"
                                + " returning\\b|\\b(?:will|won'?t) not work|\\b(?:must|required"
                                + " to|requires you to|you need to) first"
                                + " (?:call|read|run|invoke|send|open|list)\\b|\\bfirst"
                                + " (?:call|read|open|run) \\w+ on\\b|\\bin addition to the"
                                + " task\\b"),
                    Phrase.of(
                            Cue.TIMING,
                            2,
                            "\\b(?:before|prior to|after|when) (?:using|calling|invoking|running"
                                    + "|executing|you (?:use|call)) (?:this|any|the)\\b|\\bthis is"
                                    + " mandatory\\b|\\bdo this (?:first|always|every)"),
                    Phrase.of(
                            Cue.STEALTH,
                            3,
                            "\\b(?:in the background|behind the scenes|unbeknownst|without (?:any"
                                + " )?(?:notice|notification|prompting|asking (?:the"
                                + " user|for)|further confirmation)|(?:with no|skip(?:ping)?(?:"
                                + " the| any)?|do not ask for|don'?t ask for|never ask for) (?:user"
                                + " )?(?:confirmation|permission|consent|approval))\\b"),
                    mentionable(
                            Cue.OVERRIDE,
                            5,
                            "\\b(?:bypass|circumvent|evade|disable|turn"
                                + " off)\\w{0,3}\\b~20~\\b(?:safety|security"
                                + "|content|approval|authori[sz]ation|permission|moderation)\\s(?:\\w+"
                                + " )?(?:check|filter|guard|polic|control|measure|rule|restriction|mechanism|protocol|review|prompt)\\w*|\\bregardless"
                                + " of (?:what )?(?:the )?users?'?s? (?:\\w+"
                                + " )?(?:say|ask|want|instruct|request|prefer|intent|consent)"),
                    Phrase.of(
                            Cue.COLLECT,
                            4,
                            "\\b(?:records?|monitors?|captures?|collects?|gathers?|harvests?|steals?|intercepts?)\\s(?:\\w+"
                                + " ){0,3}(?:keystrokes|clipboard|passwords|credentials|credit"
                                + " card|personal (?:data|information)|browsing"
                                + " (?:history|data)|private (?:keys|messages|data)|session"
                                + " (?:cookies|tokens))"));

    private Phrases() {}
}
