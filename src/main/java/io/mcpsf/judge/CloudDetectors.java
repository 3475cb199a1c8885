package io.mcpsf.judge;

import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.NetworkObservation.RequestSent;

import java.util.regex.Pattern;

/**
 * Tracing libraries ask the metadata service of every cloud what machine they run on. They are
 * known by the files of the published detectors; who asks for credentials is none of them.
 */
final class CloudDetectors {

    private static final Pattern FILES =
            Pattern.compile(
                    "/node_modules/@opentelemetry/resource-detector-(?:aws|azure|gcp|alibaba-cloud)/"
                        + "|/site-packages/opentelemetry/(?:sdk/extension/aws/resource|resource/detector/azure|resourcedetector)/");

    /** What hands out a role's credentials, or what an administrator left for the machine. */
    private static final Pattern SECRETS =
            Pattern.compile(
                    "(?i)credential|service-?accounts?|oauth2|/iam/|user-?data|custom-?data|attributes/(?!cluster)");

    private CloudDetectors() {}

    /** Whether one of them was loaded and nobody asked for more than what the machine is. */
    static boolean only(Trail trail) {
        return trail.all(FileOpened.class).stream()
                        .anyMatch(opened -> FILES.matcher(opened.what().path()).find())
                && trail.all(RequestSent.class).stream()
                        .map(sent -> sent.what().url())
                        .filter(url -> LoginService.handsOut(Hosts.of(url)))
                        .noneMatch(url -> SECRETS.matcher(url).find());
    }
}
