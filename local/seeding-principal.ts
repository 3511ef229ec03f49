import { openFunction } from '../operator/operator-function.ts';
import type { CommandRunner } from '../operator/stage.ts';
import type { Principal } from '@swift-worker/local-cloud/services/authorization.ts';
import type { PolicyStatement } from '@swift-worker/local-cloud/services/iam/policy.ts';
import { account, region } from '@swift-worker/local-cloud/services/names.ts';

const credentials = { accessKeyId: 'seeding', secretAccessKey: 'seeding' };

/** Who seeds the stage: a role with the policy that an operator on AWS gets, so that the policy is proved by every start. */
export const seedingPrincipal = (operatorPolicy: readonly PolicyStatement[]): Principal => ({
  ...credentials,
  roleArn: `arn:aws:iam::${account}:role/seeding`,
  sessionName: 'local',
  statements: operatorPolicy,
});

/** The operator's function, called by the seeding. */
export const openForSeeding = (url: string): CommandRunner =>
  openFunction({
    ...{ url, region, credentials },
    whenUnreachable: 'the log of the local cloud has the cause',
    whenRefused: "the template's OperatorPolicy does not allow the call",
    whenBroken: 'what the functions printed has the cause',
  });
