/** Builds what a sample is shown: persona, decoys, sandbox, fake network, sensors. */
@NullMarked
package io.mcpsf.run.scene;

import org.jspecify.annotations.NullMarked;
