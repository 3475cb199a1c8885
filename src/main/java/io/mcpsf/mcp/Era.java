package io.mcpsf.mcp;

import java.util.Set;

/** The two protocols that go by the name of MCP. */
public enum Era {
    /** A handshake, then a session: revisions up to 2025-11-25. */
    HANDSHAKE,
    /** No handshake; every request carries who asks and in which revision: since 2026-07-28. */
    STATELESS;

    static final String NEWEST_HANDSHAKE = "2025-11-25";
    static final String NEWEST_STATELESS = "2026-07-28";

    /** The one revision in which several messages may come in one array. */
    static final String WITH_BATCHES = "2025-03-26";

    static final Set<String> HANDSHAKES =
            Set.of("2024-11-05", "2025-03-26", "2025-06-18", NEWEST_HANDSHAKE);
}
