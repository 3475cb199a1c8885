package io.mcpsf.observe.notify;

final class NotifyOnCrunTest extends NotifyContract {}
