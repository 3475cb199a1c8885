/**
 * What belongs to a project and may be scanned: its Compose and Kubernetes files, its running
 * containers, what listens on this machine, and what is never in scope. Each entry has its reason.
 * Nothing is sent.
 */
@NullMarked
package io.mcpsf.scope;

import org.jspecify.annotations.NullMarked;
