/** Fake databases: they accept every login, answer every query and store next to nothing. */
@NullMarked
package io.mcpsf.boundary.service;

import org.jspecify.annotations.NullMarked;
