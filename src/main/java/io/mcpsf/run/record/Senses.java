package io.mcpsf.run.record;

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
import io.mcpsf.model.Sense;

/** Which sense an observation belongs to. */
final class Senses {

    private Senses() {}

    static Sense of(Observation what) {
        return switch (what) {
            case ProcessStarted _ -> Sense.PROCESSES;
            case FileOpened _, FileActed _, BaitTouched _ -> Sense.FILES;
            case FileChanged _ -> Sense.FILE_CHANGES;
            case Connected _, Bound _, Sent _, DnsAsked _, BaitLeft _ -> Sense.SOCKETS;
            case CallRefused _, CallNoted _, Slept _ -> Sense.SYSCALLS;
            case ContactFailed _,
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
                    Sense.NETWORK;
            case CodeFlagged _,
                    DependencyFound _,
                    HookDeclared _,
                    NameResembles _,
                    RangeLoose _,
                    ReleaseSeen _ ->
                    Sense.PACKAGES;
            case AdvisoryMatched _, ScannerRan _ -> Sense.ADVISORIES;
            case CodeMarked _, CodeRead _, FlowInCode _, PowerDeclared _, PowerInCode _ ->
                    Sense.CODE;
            case ResourcesUsed _ -> Sense.RESOURCES;
            case Lost(Sense sense, _, _) -> sense;
            // Only counts of what was seen before: what they count was not lost.
            case Repeated _ -> Sense.FILES;
            case ServerStarted _,
                    StartNeeded _,
                    ServerEnded _,
                    Greeted _,
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
                    InputBroke _,
                    KernelMattered _ ->
                    Sense.PROTOCOL;
        };
    }
}
