package io.mcpsf.service.job;

/** What was asked for can't be understood; the message is for the one who asked. */
public final class BadRequestException extends RuntimeException {
    public BadRequestException(String why) {
        super(why);
    }
}
