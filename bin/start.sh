# Starts the program; shared by the launcher of a checkout and that of a release: sourced, never run.
# Needs java_home, jar, cache (the start-up cache, which may be missing) and program (the launcher itself).

# No word of the Java itself about files that it finds where we stand (.hotspotrc) among our results, and no file in /tmp
# under a name that everybody knows.
flags=(-XX:+UseSerialGC -Xmx256m --enable-native-access=ALL-UNNAMED -XX:-PrintWarnings -XX:-UsePerfData)

start() {
    # The program can't see from inside which of its ends are terminals.
    terminals=0
    [ -t 0 ] && terminals+=i
    [ -t 1 ] && terminals+=1
    [ -t 2 ] && terminals+=2
    if [ "$terminals" != 0 ] && size=$(stty size 2>/dev/null </dev/tty); then
        flags+=("-Dmcpsf.columns=${size#* }")
    fi
    flags+=("-Dmcpsf.terminals=$terminals" "-Dmcpsf.program=$program")
    # Only a service and the longest attacks pay for the second compiler, which competes with the server for processors.
    # A server that opens a hundred thousand files needs room when it is judged and written up.
    case ${1:-} in
        assess)
            flags+=(-Xmx512m)
            case " $* " in
                *" --profile aggressive "* | *" --profile=aggressive "*) ;;
                *) flags+=(-XX:TieredStopAtLevel=1) ;;
            esac
            ;;
        run) flags+=(-Xmx512m -XX:TieredStopAtLevel=1) ;;
        serve) flags+=(-Xmx512m) ;;
        worker)
            # With --kubernetes, jobs run in pods: that takes little here, and less than 300 MB in all. The second compiler alone
            # takes a fifth of that while it compiles.
            case " $* " in
                *" --kubernetes "*) flags+=(-Xmx192m -XX:TieredStopAtLevel=1) ;;
                *) flags+=(-Xmx512m) ;;
            esac
            ;;
        judge | diff) flags+=(-Xmx512m -XX:TieredStopAtLevel=1) ;;
        *) flags+=(-XX:TieredStopAtLevel=1) ;;
    esac
    if [ -f "$cache" ] && [ ! "$cache" -ot "$jar" ]; then
        # A cache that does not fit is left aside in silence.
        flags+=("-XX:AOTCache=$cache" -Xlog:disable)
    fi
    # A plain user gets the powers that a sandbox needs in namespaces of its own, where the kernel allows that.
    # Where it does not, the program itself says what to do.
    namespaces=()
    if { [ "${1:-}" = assess ] || [ "${1:-}" = run ]; } && [ "$EUID" != 0 ]; then
        namespaces=(unshare --user --map-root-user --mount --pid --fork --kill-child --mount-proc --)
        "${namespaces[@]}" true 2>/dev/null || namespaces=()
    fi
    # shellcheck disable=SC2086  # options, many words on purpose
    exec "${namespaces[@]}" "$java_home/bin/java" "${flags[@]}" ${MCPSF_JAVA_OPTIONS:-} -jar "$jar" "$@"
}
