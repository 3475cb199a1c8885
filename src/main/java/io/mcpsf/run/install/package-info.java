/** Installs a sample's dependencies inside the sandbox. */
@NullMarked
package io.mcpsf.run.install;

import org.jspecify.annotations.NullMarked;
