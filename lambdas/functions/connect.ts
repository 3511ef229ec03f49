import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Milliseconds } from '../kernel/time.ts';
import { versionOf } from '../platform/version-watch.ts';
import { incidentReport } from '../runtime/incident-report.ts';
import { openTable } from '../runtime/clients.ts';
import { openVault } from '../runtime/vault.ts';
import { newId, systemClock, systemRetryPolicy } from '../runtime/clock.ts';
import { readEnvironment, readOptional } from '../runtime/environment.ts';
import { asOwnWork, begunBy, consoleLog } from '../runtime/logger.ts';
import { openPlatform, whileABrowserWaits } from '../runtime/platform.ts';
import { openPlatformApp } from '../runtime/platform-app.ts';
import { readNumberTerms, readSignUp } from '../runtime/sign-up.ts';
import { serveHttp } from '../runtime/serve.ts';
import { answer } from '../connect/site.ts';

const { stage, tableName, keyId, graphUrl, dialogUrl, sdkUrl, baseUrl } = readEnvironment(process.env, [
  'stage',
  'tableName',
  'keyId',
  'graphUrl',
  'dialogUrl',
  'sdkUrl',
  'baseUrl',
]);
const table = openTable(tableName);
const log = consoleLog({ stage });

const lasting = {
  table,
  retryPolicy: systemRetryPolicy,
  clock: systemClock,
  newId,
  vault: openVault(keyId),
  app: openPlatformApp(process.env),
  terms: readNumberTerms(process.env),
  reportIncident: incidentReport(log),
};
const platformWithin = openPlatform(graphUrl, table, whileABrowserWaits);
const maintenance = readOptional(process.env, 'maintenance') === 'on';
const signUp = readSignUp(process.env);
const script = { url: sdkUrl, version: versionOf(graphUrl) };
const ownHost = readOptional(process.env, 'ownHost') === 'on';
const site = { maintenance, baseUrl, ownHost, dialogUrl, script, signUp, randomBytes, log, begunBy };

/** After this time the browser is redirected to the progress page. The rest is done in the background. */
const browserWait: Milliseconds = 13_000;

export const handler = serveHttp<APIGatewayProxyEventV2>(log, (event, whole) => {
  const deadline = { ...whole, calls: Math.min(whole.calls, systemClock() + browserWait) };
  const deps = { ...lasting, platform: platformWithin(deadline), deadline };
  return asOwnWork(() => answer({ ...site, deps }, event));
});
