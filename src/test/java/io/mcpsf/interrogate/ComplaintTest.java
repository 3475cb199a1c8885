package io.mcpsf.interrogate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.Set;

class ComplaintTest {

    @Test
    void theFolderThatAServerStaysInIsTheOneWeDidNotName() {
        var complaint =
                new Complaint(
                        "Access denied - path outside allowed directories: /home/ana/x.md not in"
                                + " /home/ana/Documents");

        assertThat(complaint.folders("{\"path\":\"/home/ana/x.md\"}"))
                .containsExactly("/home/ana/Documents");
    }

    @Test
    void pathsInOtherComplaintsAreNoFoldersToStayIn() {
        assertThat(new Complaint("ENOENT: no such file /home/ana/x.md").folders("")).isEmpty();
    }

    @Test
    void choicesAreReadHoweverTheyAreListed() {
        assertThat(new Complaint("level must be one of: verbose, quiet").choices())
                .containsExactly("verbose", "quiet");
        assertThat(new Complaint("Invalid enum value. Expected 'asc' | 'desc', got x").choices())
                .startsWith("asc", "desc");
    }

    @Test
    void namesThatAreMissingAndSwitchesThatMustBeOnAreFound() {
        assertThat(new Complaint("'repo_path' is a required property").missing())
                .contains("repo_path");
        assertThat(new Complaint("force flag must be set to true to clean").flags())
                .containsExactly("force");
    }

    @Test
    void whatAValidatorExpectsIsReadFromItsList() {
        var complaint =
                new Complaint(
                        "Invalid arguments: [ { \"expected\": \"array\", \"code\":"
                                + " \"invalid_type\", \"path\": [ \"paths\" ], \"message\":"
                                + " \"Required\" } ]");

        assertThat(complaint.expected()).containsExactly(Map.entry("paths", "array"));
    }

    @Test
    void aToolThatMustComeFirstIsKnownByItsName() {
        var complaint = new Complaint("No session. Use 'open_session' first.");

        assertThat(complaint.tools(Set.of("open_session", "read", "open"), "read"))
                .containsExactly("open_session");
    }

    @Test
    void lengthsAndEndingsAreRead() {
        assertThat(new Complaint("String must contain exactly 2 character(s)").length())
                .isEqualTo(2);
        assertThat(new Complaint("Only .drawio and .xml files are supported").endings())
                .containsExactly("drawio", "xml");
    }

    @Test
    void aLongHostileTextCostsLittle() {
        String hostile = "must be one of: " + "a, ".repeat(600) + "'".repeat(200);

        assertThat(new Complaint(hostile).choices()).hasSizeLessThanOrEqualTo(12);
        assertThat(new Complaint(hostile).missing()).hasSizeLessThanOrEqualTo(60);
    }
}
