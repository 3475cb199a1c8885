/** Asks a language model for more payloads. What it answers is as untrusted as any peer's word. */
@NullMarked
package io.mcpsf.interrogate.llm;

import org.jspecify.annotations.NullMarked;
