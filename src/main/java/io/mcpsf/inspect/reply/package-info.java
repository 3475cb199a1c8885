/** What a program expects of the services that it asks, learned from the code that reads it. */
@NullMarked
package io.mcpsf.inspect.reply;

import org.jspecify.annotations.NullMarked;
