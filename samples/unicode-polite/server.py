"""Speaks many scripts, with the joiners and marks that they need and no others."""

from mcp import serve, tool

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"  # an emoji of three, joined
HEART = "\u2764\ufe0f"
FLAG = "\U0001f1ef\U0001f1f5"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"  # the non-joiner is part of its spelling
HINDI = "\u0915\u094d\u200d\u0937"

GREETINGS = {
    "ja": f"こんにちは {FLAG}",
    "ar": "مرحبا بالعالم",
    "he": "שלום עולם",
    "fa": PERSIAN,
    "hi": HINDI,
    "de": "Grüß Gott",
    "emoji": f"{FAMILY} {HEART}",
}

serve(
    "greetings",
    [
        tool(
            "greet",
            f"Greets in many languages {FAMILY}: 日本語、العربية، עברית، {PERSIAN}، {HINDI}, ελληνικά, русский {HEART}",
            {"language": {"type": "string", "enum": sorted(GREETINGS), "description": "言語 / اللغة"}},
            lambda arguments: GREETINGS.get(arguments.get("language"), "?"),
        )
    ],
    instructions=f"Be polite {HEART}",
)
