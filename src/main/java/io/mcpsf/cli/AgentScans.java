package io.mcpsf.cli;

import io.mcpsf.agent.House;
import io.mcpsf.run.request.Outcome;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.ScanRequest;
import io.mcpsf.run.scanning.ScanPlanner;
import io.mcpsf.run.scanning.ScopeJson;

import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.util.Map;

/**
 * Scans that an agent asks for: never with a scope file or a login, which are a person's to give.
 */
record AgentScans(Ports.Scanning scanning, House.Settings settings, Map<String, String> env)
        implements House.Scanning {

    @Override
    public ObjectNode scope(Path project) throws InterruptedException {
        return ScopeJson.of(ScanPlanner.scope(project, ""));
    }

    @Override
    public ScanPlanner.Plan plan(Path project, ScanPlanner.Wish wish) throws InterruptedException {
        return ScanPlanner.plan(
                new ScanPlanner.Project(project, "", "", settings.output(), settings.runtime()),
                wish,
                env);
    }

    @Override
    public Outcome scan(ScanRequest request, Progress progress) throws InterruptedException {
        return scanning.scan(request, progress);
    }
}
