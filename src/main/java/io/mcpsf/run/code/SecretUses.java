package io.mcpsf.run.code;

import io.mcpsf.boundary.SecretPlace;
import io.mcpsf.broker.SecretReveals;
import io.mcpsf.broker.SecretVault;
import io.mcpsf.model.NetworkObservation.RequestForwarded;
import io.mcpsf.model.Seen;
import io.mcpsf.policy.Policy;
import io.mcpsf.policy.SecretGrant;
import io.mcpsf.run.guarded.StandIns;
import io.mcpsf.run.request.Approver;
import io.mcpsf.text.Printable;

import java.util.LinkedHashMap;

/** Keeps the vault's account of which execution used or held which secret. */
final class SecretUses {

    private final SecretVault vault;

    SecretUses(SecretVault vault) {
        this.vault = vault;
    }

    /** What this execution may hold itself; each time is written down with whose it was. */
    SecretReveals reveals(Policy policy, StandIns standIns, String execution, Approver approver) {
        var grants = new LinkedHashMap<String, SecretReveals.Grant>();
        for (SecretPlace secret : standIns.places()) {
            SecretGrant grant = policy.secrets().get(secret.name());
            if (grant != null && grant.reveal()) {
                grants.put(
                        secret.name(),
                        new SecretReveals.Grant(
                                secret.value(), grant.purposes(), grant.uses(), grant.ask()));
            }
        }
        return new SecretReveals(
                grants,
                (act, name, purpose) ->
                        vault.note(act, name, "execution %s: %s".formatted(execution, purpose)),
                (name, purpose) ->
                        approver.approves(
                                "Code of execution %s asks for the value of the secret %s. Its stated purpose: %s"
                                        .formatted(execution, name, Printable.line(purpose))));
    }

    /** A secret that the boundary has put into a request was used. */
    void account(Seen seen, String execution) {
        if (seen.what() instanceof RequestForwarded(String method, String url, _, _, String note)) {
            int query = url.indexOf('?');
            String place = query < 0 ? url : url.substring(0, query);
            for (String name : SecretPlace.used(note)) {
                vault.note("used", name, "execution %s: %s %s".formatted(execution, method, place));
            }
        }
    }
}
