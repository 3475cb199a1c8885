package io.mcpsf.mcp;

import java.time.InstantSource;

/** How messages reach one peer and come back: its standard input and output, or HTTP. */
public interface Transport {

    /** Begins to carry. What comes goes to the inbox, on threads of the transport's own. */
    Link open(Inbox inbox, Budget budget);

    /** Who looks at the bytes. */
    FrameTap tap();

    /** What stamps them. */
    InstantSource clock();
}
