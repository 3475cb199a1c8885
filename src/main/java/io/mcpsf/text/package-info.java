/** Makes hostile strings printable, per sink: terminal, Markdown, HTML, log. */
@NullMarked
package io.mcpsf.text;

import org.jspecify.annotations.NullMarked;
