package io.mcpsf.scan;

import java.util.List;

/** A scanner that has use for what an API says of itself. */
public interface DescribedScanner extends NetworkScanner {

    /** How such a description is to be asked for. */
    ScanLogin login();

    /** The same scanner, with the descriptions that services in scope serve themselves. */
    NetworkScanner knowing(List<ServedDescription> served);
}
