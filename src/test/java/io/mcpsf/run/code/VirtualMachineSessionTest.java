package io.mcpsf.run.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.exec.ExecutionLog.Status;
import io.mcpsf.run.request.CodeEvent;
import io.mcpsf.run.request.RefusedStartException;
import io.mcpsf.run.request.SessionEndedException;
import io.mcpsf.sandbox.vm.VmParts;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Sessions in an emulated virtual machine: all that a sandbox does, and what a machine adds. */
@Tag("chamber")
@Tag("release")
final class VirtualMachineSessionTest extends SessionContract {

    private static CodeRunner runner;

    @BeforeAll
    static void open() throws Exception {
        VmParts.here().install(_ -> {});
        runner = CodeRunner.open("vm", _ -> {});
    }

    @AfterAll
    static void close() {
        runner.close();
        assertThat(ProcessHandle.current().descendants().map(p -> p.info().command().orElse("")))
                .as("machines that are left")
                .noneMatch(command -> command.contains("qemu"));
    }

    @Override
    CodeRunner runner() {
        return runner;
    }

    @Override
    String limits() {
        return "limits: {time: 10m, cpus: 1}";
    }

    @Test
    void attacksInASessionAreStoppedNamedAndLogged() throws Exception {
        for (Attack attack : Attack.QUICK) {
            SessionAttackTest.stopped(attack, runner, folder, limits() + "\n");
        }
    }

    @Test
    void aMachineThatDiesEndsTheSessionAndIsTold() throws Exception {
        try (CodeSession session = session("")) {
            var events = new LinkedBlockingQueue<CodeEvent>();
            CompletableFuture<ExecutionLog> running =
                    beside(
                            () ->
                                    run(
                                            session,
                                            CodeLanguage.PYTHON,
                                            "import time\nprint('here')\ntime.sleep(500)",
                                            events::add));
            assertThat(events.poll(300, TimeUnit.SECONDS)).isNotNull();
            VirtualMachineTest.killMachines();

            ExecutionLog log = running.get(60, TimeUnit.SECONDS);
            assertThat(log.ending().status()).isEqualTo(Status.KILLED);
            assertThat(session.over())
                    .hasValueSatisfying(w -> assertThat(w).contains("machine failed"));
            assertThatThrownBy(() -> run(session, CodeLanguage.PYTHON, "1"))
                    .isInstanceOf(SessionEndedException.class);
        }
    }

    @Test
    void whatAMachineDoesNotOfferIsRefusedByName() {
        assertThatThrownBy(() -> session("files: {read: [" + folder + "]}"))
                .isInstanceOf(RefusedStartException.class)
                .hasMessage("this policy cannot be enforced in a virtual machine");
    }
}
