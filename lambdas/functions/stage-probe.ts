import { randomUUID } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { APIGatewayProxyEventV2, EventBridgeEvent } from 'aws-lambda';
import { readAccess } from '../probe/access.ts';
import { answerEvent } from '../probe/answer-event.ts';
import { checkRelease, hookEvent } from '../probe/check-release.ts';
import { partnerCalls } from '../probe/partner-calls.ts';
import type { SignIn } from '../probe/parts.ts';
import { recordRun } from '../probe/record-run.ts';
import { runProbe } from '../probe/run-probe.ts';
import { openClient } from '../runtime/aws-calls.ts';
import { systemClock, systemRetryPolicy } from '../runtime/clock.ts';
import { readEnvironment, readOptional } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { invokeVersion, reportHook } from '../runtime/next-version.ts';
import { rememberedSecret } from '../runtime/remembered-secret.ts';
import { serve } from '../runtime/serve.ts';
import { statusBucket, type StatusFiles } from '../runtime/status-bucket.ts';

const { stage, apiUrl, probeUrl, probeSecretArn, nextVersionArn } = readEnvironment(process.env, [
  ...(['stage', 'apiUrl', 'probeUrl', 'probeSecretArn', 'nextVersionArn'] as const),
]);
const log = consoleLog({ stage });
const { sleep } = systemRetryPolicy;
const secrets = openClient(SecretsManagerClient, 'secretsmanager');

const accessOf = rememberedSecret(systemClock, async () => {
  const { SecretString: secret = '' } = await secrets.send(new GetSecretValueCommand({ SecretId: probeSecretArn }));
  return readAccess(secret);
});

const signIn = (): SignIn | null => {
  const portalUrl = readOptional(process.env, 'portalUrl');
  if (portalUrl === null) return null;
  const { signInUrl: url, memberClientId: clientId } = readEnvironment(process.env, ['signInUrl', 'memberClientId']);
  return { url, clientId, portalUrl };
};

const statusFiles = (): StatusFiles | null => {
  const bucket = readOptional(process.env, 'statusBucketName');
  if (bucket === null) return null;
  const { statusBucketRegion: region } = readEnvironment(process.env, ['statusBucketRegion']);
  return statusBucket(openClient(S3Client, 's3', region), bucket);
};
const files = statusFiles();

const probe = async (): Promise<void> => {
  const access = await accessOf();
  if (access === null) {
    log.error('the probe has no access: docs/operations/deploying.md');
    return;
  }
  const call = partnerCalls(apiUrl, access);
  const probed = { access, call, endpointUrl: probeUrl, signIn: signIn(), clock: systemClock, sleep };
  const results = await runProbe(probed, log);
  if (files !== null) await recordRun(files, { id: randomUUID(), at: systemClock(), results });
};

/** The schedule's probe, the probe's own endpoint, and the check of a release. */
export const handler = serve<APIGatewayProxyEventV2 | EventBridgeEvent<'Scheduled Event', unknown> | object>(
  log,
  async (event) => {
    if ('requestContext' in event) return answerEvent(await accessOf(), event);
    const hook = hookEvent.safeParse(event);
    if (!hook.success) return probe();
    const invoke = (call: object): Promise<unknown> => invokeVersion(nextVersionArn, call);
    return checkRelease({ invoke, report: reportHook, sleep, log }, accessOf, hook.data);
  },
);
