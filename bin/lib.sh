# Shared by the scripts in bin/ and by the launcher: sourced, never run.

# The folder of a JDK 25 or newer: JAVA_HOME, the PATH, then the places where systems keep their JDKs.
jdk25() {
    local candidate
    for candidate in "${MCPSF_JAVA_HOME:-}" "${JAVA_HOME:-}" \
        "$(dirname "$(dirname "$(readlink -f "$(command -v java 2>/dev/null || echo /nonexistent/bin/java)")")")" \
        /usr/lib/jvm/*25* /usr/lib/jvm/* /opt/*jdk* /opt/java/* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        [ -x "$candidate/bin/javac" ] && [ -f "$candidate/release" ] || continue
        local major
        major=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$candidate/release")
        if [ "${major:-0}" -ge 25 ]; then
            echo "$candidate"
            return 0
        fi
    done
    cat >&2 <<'TXT'
mcpsf: no JDK 25 was found.
  Looked at MCPSF_JAVA_HOME, JAVA_HOME, the PATH and the usual JDK folders.
  Install one (for example Eclipse Temurin 25), or point MCPSF_JAVA_HOME to it, and try again.
TXT
    return 2
}

formatter=target/tools/formatter.jar
formatter_opens=(
    --add-exports=jdk.compiler/com.sun.tools.javac.api=ALL-UNNAMED
    --add-exports=jdk.compiler/com.sun.tools.javac.code=ALL-UNNAMED
    --add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED
    --add-exports=jdk.compiler/com.sun.tools.javac.parser=ALL-UNNAMED
    --add-exports=jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED
    --add-exports=jdk.compiler/com.sun.tools.javac.util=ALL-UNNAMED
)

need_formatter() {
    # One start of Maven for both: bin/compile wants the class path next.
    [ -f "$formatter" ] || mvn -q -B generate-sources dependency:build-classpath -Dmdep.outputFile=target/test.classpath -Dmdep.includeScope=test
}

java_files() {
    git ls-files --cached --others --exclude-standard -- '*.java' | while read -r f; do [ -f "$f" ] && echo "$f"; done
}
