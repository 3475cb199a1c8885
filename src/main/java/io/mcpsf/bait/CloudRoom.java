package io.mcpsf.bait;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** What the tools of clouds, clusters and registries leave in a home. */
final class CloudRoom {

    private CloudRoom() {}

    static void furnish(Furnishing home) {
        aws(home);
        google(home);
        azure(home);
        kubernetes(home);
        docker(home);
    }

    private static void aws(Furnishing home) {
        Forge forge = home.forge;
        String id = forge.base32(16);
        String key = forge.base64(40);
        String prodId = forge.base32(16);
        String prodKey = forge.base64(40);
        home.bait(
                "aws",
                ".aws/credentials",
                """
                [default]
                aws_access_key_id = AKIA%s
                aws_secret_access_key = %s

                [%s-prod]
                aws_access_key_id = AKIA%s
                aws_secret_access_key = %s
                """
                        .formatted(id, key, home.resident.work().company(), prodId, prodKey),
                id,
                key,
                prodId,
                prodKey);
        home.scenery(
                "aws",
                ".aws/config",
                """
                [default]
                region = eu-west-1
                output = json

                [profile %s-prod]
                region = eu-central-1
                """
                        .formatted(home.resident.work().company()));
    }

    private static void google(Furnishing home) {
        Forge forge = home.forge;
        String secret = forge.base64Url(24);
        String refresh = forge.base64Url(92);
        home.bait(
                "gcloud",
                ".config/gcloud/application_default_credentials.json",
                """
                {
                  "account": "",
                  "client_id": "%s-%s.apps.googleusercontent.com",
                  "client_secret": "GOCSPX-%s",
                  "quota_project_id": "%s-prod-%s",
                  "refresh_token": "1//0%s",
                  "type": "authorized_user",
                  "universe_domain": "googleapis.com"
                }
                """
                        .formatted(
                                forge.digits(12),
                                forge.lower(32),
                                secret,
                                home.resident.work().company(),
                                forge.digits(6),
                                refresh),
                secret,
                refresh);
        home.scenery("gcloud", ".config/gcloud/active_config", "default");
        home.scenery(
                "gcloud",
                ".config/gcloud/configurations/config_default",
                "[core]\nproject = %s-prod\n\n[compute]\nregion = europe-west1\n"
                        .formatted(home.resident.work().company()));
    }

    private static void azure(Furnishing home) {
        Forge forge = home.forge;
        String refresh = forge.base64Url(240);
        String tenant = forge.uuid();
        home.bait(
                "azure",
                ".azure/msal_token_cache.json",
                """
                {"RefreshToken": {"%s.%s-login.microsoftonline.com-refreshtoken-1--": {"home_account_id": "%s.%s", "environment": "login.microsoftonline.com", "credential_type": "RefreshToken", "client_id": "%s", "secret": "1.AX%s", "family_id": "1"}}}
                """
                        .formatted(
                                forge.uuid(), tenant, forge.uuid(), tenant, forge.uuid(), refresh),
                refresh);
        home.scenery(
                "azure",
                ".azure/azureProfile.json",
                """
                {"installationId": "%s", "subscriptions": [{"id": "%s", "name": "%s-prod", "state": "Enabled", "isDefault": true, "tenantId": "%s", "environmentName": "AzureCloud"}]}
                """
                        .formatted(
                                forge.uuid(),
                                forge.uuid(),
                                home.resident.work().company(),
                                tenant));
    }

    private static void kubernetes(Furnishing home) {
        Resident resident = home.resident;
        String token = home.forge.lower(54);
        String cluster = resident.work().company() + "-prod";
        home.bait(
                "kube",
                ".kube/config",
                """
                apiVersion: v1
                kind: Config
                clusters:
                - name: "%1$s"
                  cluster:
                    server: "https://%2$s/k8s/clusters/c-m-%3$s"
                users:
                - name: "%1$s"
                  user:
                    token: "kubeconfig-u-%4$s:%5$s"
                contexts:
                - name: "%1$s"
                  context:
                    user: "%1$s"
                    cluster: "%1$s"
                    namespace: %6$s
                current-context: "%1$s"
                """
                        .formatted(
                                cluster,
                                resident.at("rancher"),
                                home.forge.lower(8),
                                home.forge.lower(10),
                                token,
                                resident.work().project()),
                token);
    }

    private static void docker(Furnishing home) {
        String token = home.forge.base64Url(27);
        String registry = home.forge.password();
        home.bait(
                "docker",
                ".docker/config.json",
                """
                {
                	"auths": {
                		"https://index.docker.io/v1/": {
                			"auth": "%s"
                		},
                		"%s": {
                			"auth": "%s"
                		}
                	}
                }
                """
                        .formatted(
                                basic(home.resident.user() + ":dckr_pat_" + token),
                                home.resident.at("registry"),
                                basic(home.resident.user() + ":" + registry)),
                token,
                registry);
    }

    private static String basic(String pair) {
        return Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.US_ASCII));
    }
}
