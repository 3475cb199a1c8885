/**
 * Asks a language model for more arguments and for its opinion on texts. Its answers are as
 * untrusted as those of any peer.
 */
@NullMarked
package io.mcpsf.interrogate.llm;

import org.jspecify.annotations.NullMarked;
