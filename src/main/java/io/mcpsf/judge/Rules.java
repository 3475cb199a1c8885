package io.mcpsf.judge;

import java.util.List;

/** The rules that are written in Java because one observation can't show what they look for. */
final class Rules {

    /** Sorted. A test finds a rule that is not here. */
    static final List<Rule> ALL =
            List.of(
                    new AmbientActivity(),
                    new AnnotationLie(),
                    new AnswerExchanged(),
                    new ArgumentStrays(),
                    new BaitInResult(),
                    new BaitLeaves(),
                    new BaitRead(),
                    new BaitReadMany(),
                    new BaitThenConnect(),
                    new BaitUsed(),
                    new Beacon(),
                    new BeforeFirstCall(),
                    new BehaviourDrift(),
                    new CodeAmbush(),
                    new CodeConfirmed(),
                    new DeadDropFollowed(),
                    new DemandServed(),
                    new DnsTunnel(),
                    new DroppedExec(),
                    new EncodeThenSend(),
                    new ExtraRecipient(),
                    new FlowProven(),
                    new ForkBomb(),
                    new GeneratedNames(),
                    new GivenStrays(),
                    new HiddenCharacters(),
                    new IdentityLeaves(),
                    new InstallEgress(),
                    new KnownMaliciousPackage(),
                    new LongSleep(),
                    new ManyAlarms(),
                    new MassDelete(),
                    new MassEncryption(),
                    new MemoryBomb(),
                    new NameConfusion(),
                    new OddAmongHonest(),
                    new PersistenceMany(),
                    new PoisonedAnswer(),
                    new PoisonedText(),
                    new PortScan(),
                    new ProxyOpen(),
                    new Recon(),
                    new ReleaseAge(),
                    new ResultHiddenCharacters(),
                    new SandboxProbe(),
                    new SelfRewrite(),
                    new StageExecuted(),
                    new TextDoubts(),
                    new ToolsChanged(),
                    new UnaskedContact(),
                    new UnreadableExit(),
                    new VulnerableDependency());

    private Rules() {}
}
