/** Presents the judgement to people and machines: terminal, HTML, JSON, Markdown. */
@NullMarked
package io.mcpsf.report;

import org.jspecify.annotations.NullMarked;
