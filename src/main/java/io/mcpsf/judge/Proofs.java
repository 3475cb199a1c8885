package io.mcpsf.judge;

import io.mcpsf.model.Observation;
import io.mcpsf.model.Observation.AdvisoryMatched;
import io.mcpsf.model.Observation.AttackAnswered;
import io.mcpsf.model.Observation.Attacked;
import io.mcpsf.model.Observation.AuthorizationAsked;
import io.mcpsf.model.Observation.BaitLeft;
import io.mcpsf.model.Observation.BaitTouched;
import io.mcpsf.model.Observation.Bound;
import io.mcpsf.model.Observation.CallNoted;
import io.mcpsf.model.Observation.CallRefused;
import io.mcpsf.model.Observation.CodeFlagged;
import io.mcpsf.model.Observation.CodeMarked;
import io.mcpsf.model.Observation.CodeRead;
import io.mcpsf.model.Observation.Connected;
import io.mcpsf.model.Observation.ContactFailed;
import io.mcpsf.model.Observation.ContentRead;
import io.mcpsf.model.Observation.DependencyFound;
import io.mcpsf.model.Observation.DnsAsked;
import io.mcpsf.model.Observation.EgressRefused;
import io.mcpsf.model.Observation.EndpointSeen;
import io.mcpsf.model.Observation.FileActed;
import io.mcpsf.model.Observation.FileChanged;
import io.mcpsf.model.Observation.FileOpened;
import io.mcpsf.model.Observation.FlowInCode;
import io.mcpsf.model.Observation.FlowOpened;
import io.mcpsf.model.Observation.FrameMalformed;
import io.mcpsf.model.Observation.Greeted;
import io.mcpsf.model.Observation.HookDeclared;
import io.mcpsf.model.Observation.InputBroke;
import io.mcpsf.model.Observation.KernelMattered;
import io.mcpsf.model.Observation.LogWritten;
import io.mcpsf.model.Observation.Lost;
import io.mcpsf.model.Observation.MailSent;
import io.mcpsf.model.Observation.NameResembles;
import io.mcpsf.model.Observation.NotExercised;
import io.mcpsf.model.Observation.PacketSent;
import io.mcpsf.model.Observation.PlaceAttacked;
import io.mcpsf.model.Observation.PowerDeclared;
import io.mcpsf.model.Observation.PowerInCode;
import io.mcpsf.model.Observation.ProcessStarted;
import io.mcpsf.model.Observation.PromptListed;
import io.mcpsf.model.Observation.RangeLoose;
import io.mcpsf.model.Observation.ReleaseSeen;
import io.mcpsf.model.Observation.Repeated;
import io.mcpsf.model.Observation.RequestForwarded;
import io.mcpsf.model.Observation.RequestSent;
import io.mcpsf.model.Observation.ResourceListed;
import io.mcpsf.model.Observation.ResourcesUsed;
import io.mcpsf.model.Observation.ScannerRan;
import io.mcpsf.model.Observation.Sent;
import io.mcpsf.model.Observation.ServerAsked;
import io.mcpsf.model.Observation.ServerEnded;
import io.mcpsf.model.Observation.ServerStarted;
import io.mcpsf.model.Observation.ServiceAsked;
import io.mcpsf.model.Observation.Slept;
import io.mcpsf.model.Observation.StageServed;
import io.mcpsf.model.Observation.StartNeeded;
import io.mcpsf.model.Observation.StderrWritten;
import io.mcpsf.model.Observation.TlsFailed;
import io.mcpsf.model.Observation.TlsOpened;
import io.mcpsf.model.Observation.ToolAnswered;
import io.mcpsf.model.Observation.ToolCalled;
import io.mcpsf.model.Observation.ToolListed;
import io.mcpsf.model.Observation.TrafficFolded;
import io.mcpsf.model.Observation.Unanswered;
import io.mcpsf.model.Observation.VulnerabilityProven;
import io.mcpsf.model.Proof;

/** Who vouches for an observation. */
final class Proofs {

    private Proofs() {}

    static Proof of(Observation what) {
        return switch (what) {
            case ProcessStarted _,
                    FileOpened _,
                    FileActed _,
                    FileChanged _,
                    BaitTouched _,
                    Connected _,
                    Bound _,
                    Sent _,
                    CallRefused _,
                    CallNoted _,
                    Slept _,
                    ServerStarted _,
                    StartNeeded _,
                    ServerEnded _,
                    ResourcesUsed _,
                    KernelMattered _,
                    Repeated _,
                    Lost _ ->
                    Proof.KERNEL;
            case DnsAsked _,
                    ContactFailed _,
                    EgressRefused _,
                    FlowOpened _,
                    MailSent _,
                    PacketSent _,
                    RequestForwarded _,
                    RequestSent _,
                    ServiceAsked _,
                    StageServed _,
                    TlsFailed _,
                    TlsOpened _,
                    TrafficFolded _ ->
                    Proof.NETWORK;
            case AdvisoryMatched _,
                    CodeFlagged _,
                    CodeMarked _,
                    CodeRead _,
                    DependencyFound _,
                    FlowInCode _,
                    PowerDeclared _,
                    PowerInCode _,
                    HookDeclared _,
                    NameResembles _,
                    RangeLoose _,
                    ReleaseSeen _,
                    ScannerRan _ ->
                    Proof.STATIC;
            case BaitLeft left ->
                    switch (left.where()) {
                        case "argv", "file" -> Proof.KERNEL;
                        case "result", "stderr" -> Proof.PROTOCOL;
                        default -> Proof.NETWORK;
                    };
            case Greeted _,
                    Unanswered _,
                    EndpointSeen _,
                    AuthorizationAsked _,
                    ToolListed _,
                    ContentRead _,
                    PromptListed _,
                    ResourceListed _,
                    ToolCalled _,
                    ToolAnswered _,
                    NotExercised _,
                    ServerAsked _,
                    FrameMalformed _,
                    StderrWritten _,
                    LogWritten _,
                    Attacked _,
                    AttackAnswered _,
                    PlaceAttacked _,
                    VulnerabilityProven _,
                    InputBroke _ ->
                    Proof.PROTOCOL;
        };
    }
}
