/** What can be found in one source file: capabilities, flows and obfuscation. */
@NullMarked
package io.mcpsf.inspect.code.find;

import org.jspecify.annotations.NullMarked;
