/** What the fake internet answers: plausible content kept as data, and harmless second stages. */
@NullMarked
package io.mcpsf.boundary.internet;

import org.jspecify.annotations.NullMarked;
