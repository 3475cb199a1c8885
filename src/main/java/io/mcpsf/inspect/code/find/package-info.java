/** What can be read off one file of code: powers, flows, and what hides. */
@NullMarked
package io.mcpsf.inspect.code.find;

import org.jspecify.annotations.NullMarked;
