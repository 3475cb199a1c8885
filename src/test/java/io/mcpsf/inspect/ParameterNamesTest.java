package io.mcpsf.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.LinkedHashSet;
import java.util.Set;

final class ParameterNamesTest {

    @Test
    void membersOfTheArgumentsAreParameters() {
        assertThat(names("run(args.report); args?.from; args.map(x => x); params.name"))
                .containsExactly("report", "from");
        assertThat(names("arguments['city'], arguments.get(\"zip_code\", 1), kwargs.pop('x')"))
                .containsExactly("city", "zip_code", "x");
        assertThat(names("const { repo, branch } = request.params.arguments;")).contains("repo");
    }

    @Test
    void otherMembersAreNone() {
        assertThat(names("console.log(result.text, options.file, args.length)")).isEmpty();
    }

    private static Set<String> names(String code) {
        Set<String> names = new LinkedHashSet<>();
        ParameterNames.learn(code, names);
        return names;
    }
}
