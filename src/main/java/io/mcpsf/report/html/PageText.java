package io.mcpsf.report.html;

import io.mcpsf.model.Proof;
import io.mcpsf.model.Verdict;

import java.util.Map;

/** The text of the page that is not data, in one place so that it can be reviewed at a glance. */
final class PageText {

    // Overview
    static final String NO_FINDINGS = "no findings";
    static final String RISK = "Risk";
    static final String RISK_SCORE = "Risk score";
    static final String NO_SCORE = "No score: %s.";
    static final String AXES = "malice %d, exposure %d (higher is worse)";
    static final String NOTHING_ADDS = "Nothing adds to the score.";
    static final String ASSURANCE = "Assurance";
    static final String ASSURANCE_HINT = "how much was observed (higher is better)";
    static final String ALL_OBSERVED =
            "All phases completed and all sensors were active; %s completed a call.";
    static final String MOST_OBSERVED = "All phases completed; %s completed a call. Limits: %s.";
    static final String NEXT_STEPS = "What to do";
    static final String MAY_I = "May I install it?";
    static final String CAN = "It can";
    static final String DID = "It did";
    static final String ALLOW = "Allow it";
    static final String UNSEEN = "Not seen";
    static final String CONFIGURATION = "Configuration for Claude, Cursor and VS Code, sandboxed";
    static final String CONFIGURATION_HINT =
            "Save profile/policy.yaml of this case and enter its path. mcpsf protect does the same"
                    + " for existing entries.";
    static final String ASSESSED = "Assessed on %s in %s with mcpsf %s, profile %s.";

    // Sections
    static final String FINDINGS = "Findings";
    static final String ATTACKS = "Attacks";
    static final String TIMELINE = "Timeline";
    static final String PROCESSES = "Processes";
    static final String NETWORK = "Network";
    static final String FILES = "Files";
    static final String TOOLS = "Tools";
    static final String PERMISSIONS = "Permissions";
    static final String DEPENDENCIES = "Dependencies";
    static final String COVERAGE = "Coverage";
    static final String REPRODUCE = "Reproduce";
    static final String TECHNIQUES = "ATT&CK techniques";
    static final String INDICATORS = "Indicators";
    static final String OTHER_RECORDS = "Other records";
    static final String EVENTS = "All events";

    // Findings
    static final String PARTS = "Part of the same";
    static final String NONE = "No findings.";
    static final String MORE_FINDINGS = "%d more are in report.json.";
    static final String SUPPRESSED = "Suppressed findings";
    static final String EVIDENCE = "Evidence";
    static final String MORE_EVIDENCE = "and %d more";
    static final String NOT_IN_EVIDENCE = "is missing from the evidence";
    static final String FIX = "What to do";
    static final String FOR_USERS = "Users";
    static final String USE_WITH_CARE =
            "Run it in a sandbox with trusted input only, or wait for a fixed version.";
    static final String FOR_MAINTAINERS = "Maintainers";
    static final String TRIAL = "trial rule: does not affect the verdict";
    static final String CONTROLS = "controls";

    // Techniques and indicators
    static final String TECHNIQUES_HINT =
            "By tactic. Each links to the worst finding that shows it; export/ has a layer for the"
                    + " ATT&CK Navigator.";
    static final String INDICATORS_HINT =
            "Hosts, files and commands that findings are based on, one per line. export/ has them"
                    + " as CSV and STIX.";
    static final String MORE_INDICATORS = "%d more are in export/.";
    static final String COPY = "Copy all";

    // Attacks
    static final String PAYLOADS = "%s sent: %s.";
    static final String NO_EFFECT = "None of them had a provable effect.";
    static final String BY_DESIGN = "by design";
    static final String PROVEN = "proven";
    static final String ATTEMPTS = "%d of %d attempts";
    static final String PROOF = "Proof";
    static final String BASED_ON = " is based on ";
    static final String REPLAY = "Request to reproduce it";
    static final String BROKEN = "Crashes and hangs";

    // Timeline and processes
    static final String CLOCK = "Processes started until";
    static final String GRAPH =
            "Which process started which, over time; the list below has the same data.";

    // Earlier versions
    static final String EARLIER = "Earlier versions";
    static final String NO_DIFFERENCES = "No differences in what was seen.";
    static final String MORE_DIFFERENCES = "%d more differences: mcpsf diff lists all of them.";
    static final String EARLIER_CASE = "Compared with case %s in the same folder.";
    static final String NEW = "new";
    static final String GONE = "gone";
    static final String OTHERWISE = "changed";
    static final String QUIET_CALLS = "%s without a finding; all calls are listed under Tools.";
    static final String MORE = "and %d more";
    static final String MORE_PROCESSES = "%d more processes are in evidence.jsonl.";
    static final String MORE_ROWS = "%d more are in evidence.jsonl.";

    // Network
    static final String NO_NETWORK = "No network activity.";
    static final String MAP = "Which process contacted which host; the table has the same data.";
    static final String UNKNOWN_PROCESS = "unknown process";
    static final String DESTINATIONS = "Destinations";
    static final String REQUESTS = "HTTP requests, decrypted";
    static final String LISTENING = "Listening ports";

    // Files
    static final String WRITTEN = "Write attempts";
    static final String DELETED = "Delete attempts";
    static final String READ = "Files read";
    static final String NO_FILES = "No file access was seen.";
    static final String CHANGED = "Changed on disk";
    static final String UNCHANGED = "No files changed on disk.";

    // Tools
    static final String NO_TOOLS = "The server lists no tools.";
    static final String TOOLS_NOT_ASKED = "The server was not asked for its tools.";
    static final String MORE_TOOLS = "%d more tools";
    static final String INSTRUCTIONS = "Instructions to the model";
    static final String LISTED = "listed in ";
    static final String DESCRIPTION = "Description";
    static final String SCHEMA = "Schema";
    static final String CALLS = "Calls";
    static final String CALLS_TO = "Calls to ";
    static final String NO_ANSWER = "no answer";
    static final String NOT_CALLED = "not called";
    static final String PROMPTS = "Prompts and resources";

    // Permissions and dependencies
    static final String PERMISSIONS_HINT =
            "What the server declares, what its code can do, and what it did at run time.";
    static final String PERMISSIONS_TABLE = "Permissions declared, in code and observed";
    static final String PACKAGES_HINT = "%s, %s. The full list is in sbom.cdx.json.";
    static final String PACKAGES_UNCHECKED =
            "%s, not checked for known vulnerabilities. The full list is in sbom.cdx.json.";
    static final String ALL_PACKAGES = "All packages";
    static final String ADVISORIES = "Advisories";
    static final String PACKAGES = "Packages";

    // Coverage and reproduction
    static final String TOOL_COVERAGE = "Tools: %s. Isolation: %s.";
    static final String SENSORS = "Sensors";
    static final String ISOLATION = "Isolation in detail";
    static final String NOT_ENFORCED = "not enforced: ";
    static final String NOT_EVALUATED = "Rules that were not evaluated";
    static final String HOW_TO_REPRODUCE = "How to reproduce";
    static final String CASE = "Case";
    static final String SOURCE = "Source";
    static final String SEED = "Seed";
    static final String JUDGE_AGAIN = "Re-evaluate";

    /** Names of fields that read better in other words. */
    static final Map<String, String> FIELDS =
            Map.of(
                    "tried", "tested",
                    "untried", "not tested",
                    "beside", "other arguments",
                    "power", "capability",
                    "via", "through",
                    "purl", "package",
                    "places", "uses",
                    "unread", "not read",
                    "from", "handler line");

    /** Headings of kinds of observations that have no section of their own. */
    static final String ISOLATION_CONTROLS = "Controls";

    static final String ISOLATION_CONTROLS_HINT =
            "Which promises of isolation held in this run, and what shows it.";

    static final Map<String, String> KINDS =
            Map.ofEntries(
                    Map.entry("AuthorizationAsked", "Authorization"),
                    Map.entry("CodeFlagged", "Findings of other scanners"),
                    Map.entry("CodeMarked", "Suspicious code"),
                    Map.entry("CodeRead", "Code analysis"),
                    Map.entry("ContactFailed", "Failed connections"),
                    Map.entry("ContentRead", "Content read"),
                    Map.entry("EndpointSeen", "HTTP endpoints"),
                    Map.entry("FlowInCode", "Data flows in code"),
                    Map.entry("HookDeclared", "Install hooks"),
                    Map.entry("KernelMattered", "Kernel differences"),
                    Map.entry("NameResembles", "Similar names"),
                    Map.entry("PersonaGiven", "Sandbox identity"),
                    Map.entry("PlaceAttacked", "Attack coverage"),
                    Map.entry("PowerDeclared", "Declared capabilities"),
                    Map.entry("PowerInCode", "Capabilities in code"),
                    Map.entry("RangeLoose", "Unpinned dependencies"),
                    Map.entry("ReleaseSeen", "Release"),
                    Map.entry("ScannerRan", "Other scanners"),
                    Map.entry("ServiceAsked", "Database queries"),
                    Map.entry("ScopeGiven", "Scope"),
                    Map.entry("StartNeeded", "Start requirements"),
                    Map.entry("WeaknessReported", "Weaknesses"));

    private PageText() {}

    /** What the verdict means; agrees with every score and every summary that it stands beside. */
    static String meaning(Verdict verdict) {
        return switch (verdict) {
            case MALICIOUS -> "This behaviour has no legitimate explanation.";
            case SUSPICIOUS -> "This behaviour needs an explanation.";
            case RISKY -> "The server is vulnerable or open to abuse.";
            case NOTHING_SEEN -> "The absence of serious findings does not prove that it is safe.";
            case INCONCLUSIVE -> "Too little was observed for a verdict.";
        };
    }

    /** Where the evidence of a finding comes from. */
    static String proof(Proof proof) {
        return switch (proof) {
            case KERNEL -> "seen by the kernel";
            case NETWORK -> "seen on the network";
            case PROTOCOL -> "seen in the protocol";
            case STATIC -> "static analysis";
        };
    }

    static String count(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}
