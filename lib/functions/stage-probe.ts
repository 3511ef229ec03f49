import { Schedule } from 'aws-cdk-lib/aws-events';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Duration, Validations } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { ServiceFunction } from '../constructs/service-function.ts';
import { hasStatusPage, StatusPage } from '../constructs/status-page.ts';
import { pinLogicalId } from '../logical-id.ts';
import { removalPolicyOf } from '../removal-policy.ts';
import type { ServiceParts } from '../service-parts.ts';
import { allow, allowUnseen } from '../unseen-grants.ts';
import { dispatcherPath } from './dispatcher.ts';

export const probePeriod = Duration.minutes(5);

export const probePath = '/probe';

/**
 * A run sends one event, and registers the endpoint by four requests. Without an edge, anybody can use it up: docs/runbook.md#the-probe-fails
 */
const throttle = { requestsPerSecond: 5, burst: 5 };

/** The sign-in that the probe opens. */
export interface ProbedSignIn {
  readonly url: string;
  /** Null without a portal. */
  readonly portalUrl: string | null;
}

const addSecret = (scope: Construct, stage: ServiceParts['stage']): Secret => {
  const secret = new Secret(scope, 'ProbeSecret', {
    description: `swift-worker ${stage.name}: what the probe calls the stage with`,
    removalPolicy: removalPolicyOf(stage),
  });
  pinLogicalId(secret, 'ProbeSecret');
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason: 'The operator issues the key of the partner, and stores it here.',
  });
  return secret;
};

/** A partner of the stage's own, from outside: docs/operations/deploying.md. @returns its secret, and the page that shows its runs */
export const addStageProbe = (
  scope: Construct,
  { stage, api, identity }: ServiceParts,
  dispatcher: ServiceFunction,
  { url: signInUrl, portalUrl }: ProbedSignIn,
): { readonly secret: Secret; readonly status: StatusPage | null } => {
  const secret = addSecret(scope, stage);
  const status = hasStatusPage(stage) ? new StatusPage(scope, 'Status', stage) : null;
  const { functionArn: nextVersionArn } = dispatcher.function.currentVersion;
  const probe = new ServiceFunction(scope, 'StageProbe', {
    stage,
    description: 'Calls the stage from outside as a partner does, and calls a new version before its release',
    entry: 'lambdas/functions/stage-probe.ts',
    size: stage.workers.stageProbe,
    environment: {
      stage: stage.name,
      apiUrl: `${api.baseUrl}${dispatcherPath}`,
      probeUrl: `${api.baseUrl}${probePath}`,
      probeSecretArn: secret.secretArn,
      nextVersionArn,
      ...status?.environment,
      ...(portalUrl !== null && { portalUrl, signInUrl, memberClientId: identity.portalClient.userPoolClientId }),
    },
  });
  allow(probe, { actions: ['secretsmanager:GetSecretValue'], resources: [secret.secretArn] });
  allowUnseen(
    probe,
    { actions: ['lambda:InvokeFunction'], resources: [nextVersionArn] },
    'Each stage has versions of its own.',
  );
  status?.grantRecording(probe);
  probe.runAt(Schedule.rate(probePeriod));
  const why = "Events are signed with the partner's secret, which the function checks.";
  api.addRoute(probePath, probe, why, throttle);
  return { secret, status };
};
