package io.mcpsf.sandbox.host;

import io.mcpsf.linux.Errno;
import io.mcpsf.sandbox.CallPolicy;
import io.mcpsf.sandbox.CallPolicy.Call;
import io.mcpsf.sandbox.CallPolicy.Clause;
import io.mcpsf.sandbox.CallPolicy.Condition;
import io.mcpsf.sandbox.CallPolicy.Decision;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The policy as a classic BPF program: a binary search over the call's number, then the conditions
 * on its arguments. For plain allows it looks at nothing but the number, so the kernel remembers
 * them and does not run it again.
 *
 * <p>Every number and every architecture that the policy does not name goes to the supervisor too,
 * which libseccomp cannot express: an escape attempt is seen before it fails.
 */
public final class SeccompProgram {

    private static final int LOAD = 0x20;
    private static final int AND = 0x54;
    private static final int JUMP = 0x05;
    private static final int JUMP_EQUAL = 0x15;
    private static final int JUMP_AT_LEAST = 0x35;
    private static final int RETURN = 0x06;

    private static final int RETURN_ALLOW = 0x7FFF0000;
    private static final int RETURN_NOTIFY = 0x7FC00000;
    private static final int RETURN_ERRNO = 0x00050000;

    private static final int OFFSET_NUMBER = 0;
    private static final int OFFSET_ARCHITECTURE = 4;
    private static final int OFFSET_ARGUMENTS = 16;
    private static final int FARTHEST = 255;

    private final boolean supervised;
    private final Set<String> never;
    private final List<Instruction> code = new ArrayList<>();

    /** One {@code sock_filter}. */
    public record Instruction(int code, int yes, int no, int value) {}

    /** Consecutive numbers that get the same; {@code from} is the first. */
    private record Range(int from, List<Instruction> body) {}

    /**
     * @param supervised whether somebody answers notifications; else what would be asked about is
     *     decided at once
     */
    public SeccompProgram(CallPolicy policy, boolean supervised) {
        this(policy, supervised, Set.of());
    }

    /**
     * @param never calls that are refused whatever the policy says of them, without asking
     */
    public SeccompProgram(CallPolicy policy, boolean supervised, Set<String> never) {
        this.supervised = supervised;
        this.never = Set.copyOf(never);
        List<Instruction> unknown = List.of(give(Decision.UNKNOWN));
        code.add(new Instruction(LOAD, 0, 0, OFFSET_ARCHITECTURE));
        code.add(new Instruction(JUMP_EQUAL, 1, 0, policy.machine().audit()));
        code.addAll(unknown);
        code.add(new Instruction(LOAD, 0, 0, OFFSET_NUMBER));
        code.addAll(search(ranges(policy.calls(), unknown)));
    }

    public List<Instruction> instructions() {
        return List.copyOf(code);
    }

    public byte[] bytes() {
        var bytes = ByteBuffer.allocate(code.size() * 8).order(ByteOrder.LITTLE_ENDIAN);
        for (Instruction i : code) {
            bytes.putShort((short) i.code()).put((byte) i.yes()).put((byte) i.no());
            bytes.putInt(i.value());
        }
        return bytes.array();
    }

    private List<Range> ranges(Map<Integer, Call> calls, List<Instruction> unknown) {
        List<Range> ranges = new ArrayList<>();
        int next = 0;
        for (Call call : calls.values()) {
            if (call.number() > next) {
                append(ranges, new Range(next, unknown));
            }
            append(ranges, new Range(call.number(), body(call)));
            next = call.number() + 1;
        }
        // Everything above is unknown, and so is x32: its numbers carry a high bit.
        append(ranges, new Range(next, unknown));
        return ranges;
    }

    private static void append(List<Range> ranges, Range range) {
        if (ranges.isEmpty() || !ranges.getLast().body().equals(range.body())) {
            ranges.add(range);
        }
    }

    private static List<Instruction> search(List<Range> ranges) {
        if (ranges.size() == 1) {
            return ranges.getFirst().body();
        }
        int middle = ranges.size() / 2;
        List<Instruction> below = search(ranges.subList(0, middle));
        List<Instruction> above = search(ranges.subList(middle, ranges.size()));
        List<Instruction> both = new ArrayList<>();
        int pivot = ranges.get(middle).from();
        if (below.size() <= FARTHEST) {
            both.add(new Instruction(JUMP_AT_LEAST, below.size(), 0, pivot));
        } else {
            both.add(new Instruction(JUMP_AT_LEAST, 0, 1, pivot));
            both.add(new Instruction(JUMP, 0, 0, below.size()));
        }
        both.addAll(below);
        both.addAll(above);
        return both;
    }

    private List<Instruction> body(Call call) {
        if (never.contains(call.name())) {
            return List.of(new Instruction(RETURN, 0, 0, RETURN_ERRNO | Errno.EPERM));
        }
        List<Instruction> body = new ArrayList<>();
        for (Clause clause : call.clauses()) {
            body.addAll(body(clause));
        }
        body.add(give(call.otherwise()));
        return body;
    }

    /** Each condition that fails jumps over the rest of its clause. */
    private List<Instruction> body(Clause clause) {
        List<Instruction> backwards = new ArrayList<>();
        backwards.add(give(clause.then()));
        for (Condition condition : clause.conditions().reversed()) {
            int word = OFFSET_ARGUMENTS + 8 * condition.argument();
            test(backwards, word, (int) condition.mask(), (int) condition.value());
            test(
                    backwards,
                    word + 4,
                    (int) (condition.mask() >>> 32),
                    (int) (condition.value() >>> 32));
        }
        return backwards.reversed();
    }

    private static void test(List<Instruction> backwards, int offset, int mask, int value) {
        if (mask == 0) {
            return;
        }
        backwards.add(new Instruction(JUMP_EQUAL, 0, backwards.size(), value));
        if (mask != -1) {
            backwards.add(new Instruction(AND, 0, 0, mask));
        }
        backwards.add(new Instruction(LOAD, 0, 0, offset));
    }

    private Instruction give(Decision decision) {
        int value =
                switch (decision.kind()) {
                    case ALLOW -> RETURN_ALLOW;
                    case WATCH -> supervised ? RETURN_NOTIFY : RETURN_ALLOW;
                    case DENY -> supervised ? RETURN_NOTIFY : RETURN_ERRNO | decision.errno();
                };
        return new Instruction(RETURN, 0, 0, value);
    }
}
