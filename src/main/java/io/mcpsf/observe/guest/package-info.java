/** What a guest tells of the code in it. */
@NullMarked
package io.mcpsf.observe.guest;

import org.jspecify.annotations.NullMarked;
