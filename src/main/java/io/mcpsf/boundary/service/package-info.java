/** Databases that are none: they take every login, answer every query and keep next to nothing. */
@NullMarked
package io.mcpsf.boundary.service;

import org.jspecify.annotations.NullMarked;
