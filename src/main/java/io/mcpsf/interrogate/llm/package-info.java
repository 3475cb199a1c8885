/** Asks a language model for more arguments. Its answers are as untrusted as those of any peer. */
@NullMarked
package io.mcpsf.interrogate.llm;

import org.jspecify.annotations.NullMarked;
