package io.mcpsf.sandbox;

import io.mcpsf.linux.Errno;
import io.mcpsf.linux.Machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

/**
 * What each system call of a sample gets, as data. Whatever is not named is refused. The same table
 * makes the filter of every runtime and guides the supervisor that answers the calls that are asked
 * about.
 */
public final class CallPolicy {

    private static final CallPolicy USUAL = of(Machine.ours());

    private final Machine machine;
    private final TreeMap<Integer, Call> calls = new TreeMap<>();

    private CallPolicy(Machine machine, List<Call> calls) {
        this.machine = machine;
        for (Call call : calls) {
            if (this.calls.put(call.number(), call) != null) {
                throw new IllegalArgumentException("named twice: " + call.name());
            }
        }
    }

    /** The policy for the machine we run on. */
    public static CallPolicy usual() {
        return USUAL;
    }

    /** The same policy in the numbers of a machine, as far as it has the calls. */
    public static CallPolicy of(Machine machine) {
        return new CallPolicy(machine, new CallTable(machine).calls());
    }

    public Machine machine() {
        return machine;
    }

    /** What is done about a call. */
    public enum Kind {
        /** The kernel does it and nobody is told. */
        ALLOW,
        /** The kernel does it after the supervisor has seen it; without a supervisor, at once. */
        WATCH,
        /**
         * It fails with an error after the supervisor has seen it; without a supervisor, at once.
         */
        DENY
    }

    /** What is done, and the error for what fails. */
    public record Decision(Kind kind, int errno) {

        /** For what the policy does not name, and for calls of another architecture. */
        public static final Decision UNKNOWN = new Decision(Kind.DENY, Errno.ENOSYS);

        public boolean fails() {
            return kind == Kind.DENY;
        }
    }

    /** An argument that has this value under this mask. */
    public record Condition(int argument, long mask, long value) {}

    /** What is done when all conditions hold. */
    public record Clause(List<Condition> conditions, Decision then) {
        public Clause {
            conditions = List.copyOf(conditions);
        }

        boolean holds(IntToLongFunction arguments) {
            for (Condition c : conditions) {
                if ((arguments.applyAsLong(c.argument()) & c.mask()) != c.value()) {
                    return false;
                }
            }
            return true;
        }
    }

    /** One system call: the first clause that holds decides, else the last word. */
    public record Call(int number, String name, List<Clause> clauses, Decision otherwise) {
        public Call {
            clauses = List.copyOf(clauses);
        }

        /** All decisions that this call may meet with. */
        public List<Decision> decisions() {
            var all = new ArrayList<>(clauses.stream().map(Clause::then).toList());
            all.add(otherwise);
            return all;
        }
    }

    /** All calls that are named, by number. */
    public Map<Integer, Call> calls() {
        return java.util.Collections.unmodifiableMap(calls);
    }

    /** What is done about a call as the kernel reports it. */
    public Decision decide(int architecture, int number, IntToLongFunction arguments) {
        Call call = architecture == machine.audit() ? calls.get(number) : null;
        if (call == null) {
            return Decision.UNKNOWN;
        }
        for (Clause clause : call.clauses()) {
            if (clause.holds(arguments)) {
                return clause.then();
            }
        }
        return call.otherwise();
    }
}
