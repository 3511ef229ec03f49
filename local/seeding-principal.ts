import { openFunction } from '../operator/operator-function.ts';
import type { CommandRunner } from '../operator/stage.ts';
import type { Principal } from '@swift-worker/local-cloud/services/authorization.ts';
import type { PolicyStatement } from '@swift-worker/local-cloud/services/iam/policy.ts';
import { account, region } from '@swift-worker/local-cloud/services/names.ts';

const credentials = { accessKeyId: 'seeding', secretAccessKey: 'seeding' };

/** The role that seeds the stage. It has the policy of an operator on AWS, so every start tests that policy. */
export const seedingPrincipal = (operatorPolicy: readonly PolicyStatement[]): Principal => ({
  ...credentials,
  roleArn: `arn:aws:iam::${account}:role/seeding`,
  sessionName: 'local',
  statements: operatorPolicy,
});

/** The operator's function, for the seeding. */
export const openForSeeding = (url: string): CommandRunner =>
  openFunction({
    url,
    region,
    credentials,
    whenUnreachable: 'the cause is in the log of the local cloud',
    whenRefused: "the template's OperatorPolicy does not allow the call",
    whenBroken: 'the cause is in the log of the functions',
  });
