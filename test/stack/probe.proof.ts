import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { accessKeyIdOf } from '@swift-worker/local-cloud/lambda/start.ts';
import type { Template } from '@swift-worker/local-cloud/template.ts';
import { z } from 'zod';
import { openLink } from '../../demo/end-customer.ts';
import { firstTable } from '../../lib/stage-tables.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { startBareStack, type BareStack } from '../first-day/bare-stack.ts';
import { letIn } from '../first-day/operator-steps.ts';
import { outsideScene, type OutsideScene } from '../grants/outside-scene.ts';
import { newCustomer, newInstance } from '../grants/scene-steps.ts';
import { clientSettings } from '../../tools/harness/client-settings.ts';

let bare: BareStack;
let scene: OutsideScene;
/** What the next deployment changes. */
let change: (template: Template) => Template = (template) => template;

const functionOf = (logicalId: string) => bare.stack.functions.get(`swift-worker-local-${logicalId}`);

/** Replaces properties of a resource. */
const changed =
  (logicalId: string, properties: Template['Resources'][string]['Properties']) =>
  (template: Template): Template => {
    const resource = template.Resources[logicalId];
    if (resource === undefined) throw new Error(`there is no ${logicalId}`);
    const next = { ...resource, Properties: { ...resource.Properties, ...properties } };
    return { ...template, Resources: { ...template.Resources, [logicalId]: next } };
  };

/** Hands the partner over to the probe, as docs/operations/deploying.md says. */
const storeAccess = async (number: object): Promise<void> => {
  const { outputs } = bare.stack.description;
  const client = new SecretsManagerClient(clientSettings(bare.stack.description));
  const { apikey, apiKey: key, secret: webhook_secret } = scene.partner;
  const SecretString = JSON.stringify({ apikey, key, webhook_secret, ...number });
  await client.send(new PutSecretValueCommand({ SecretId: outputs['ProbeSecretArn'], SecretString }));
  client.destroy();
};

beforeAll(async () => {
  bare = await startBareStack({ probe: 'on', adjust: (template) => change(template) });
  scene = outsideScene(bare, await letIn(bare.stateFile, ['members']));
  await storeAccess({});
  // The first run registers the endpoint, without which no number is connected.
  expect(await nextRun()).toEqual([]);
  const { instance_id, link } = await newInstance(scene, await newCustomer(scene, 'number'), 'number');
  await openLink(link);
  const { platform_phone_number_id: phone_number_id } = (await scene.call('get-partner-instance', { instance_id }))
    .instance;
  await storeAccess({ phone_number_id });
  // An environment remembers its access for a minute.
  await functionOf('StageProbe').recycle();
});
afterAll(() => bare.stop());

const ended = z.object({ message: z.literal('the stage was probed'), probe_parts_bad: z.number() });
const bad = z.object({
  message: z.literal('a part of the stage is bad'),
  part: z.string(),
  probe_failed: z.literal(1),
});

const recorded = z.object({ parts: z.record(z.string(), z.object({ good: z.boolean() })) });

const statusFile = async (name: string): Promise<string> => {
  const response = await fetch(`${bare.stack.description.base_url}/status/${name}`);
  return response.ok ? response.text() : '';
};

/** The status page after a run, when it says what the run found. */
const statusAfter = async (earlier: string, bad: readonly string[]): Promise<void> => {
  const json = await until(
    () => statusFile('status.json'),
    (found) => found !== '' && found !== earlier,
  );
  const { parts } = recorded.parse(JSON.parse(json));
  expect(
    Object.keys(parts)
      .filter((part) => parts[part]?.good === false)
      .toSorted(),
  ).toEqual(bad);
  const sentence = bad.length === 0 ? 'All parts work.' : 'Does not work: ';
  await until(
    () => statusFile(''),
    (page) => page.includes(sentence),
  );
};

/** The next run of the probe. @returns the parts that it found bad */
const nextRun = async (): Promise<readonly string[]> => {
  const { functionLog, schedules } = bare.stack;
  const earlier = await statusFile('status.json');
  const seen = functionLog.lines.length;
  schedules.fire('StageProbeSchedule');
  const lines = (): readonly unknown[] =>
    functionLog.lines.slice(seen).map(({ text }): unknown => (text.startsWith('{') ? JSON.parse(text) : null));
  const all = await until(
    () => Promise.resolve(lines()),
    (found) => found.some((line) => ended.safeParse(line).success),
    90,
  );
  const parts = all.flatMap((line) => bad.safeParse(line).data?.part ?? []).toSorted();
  expect(all.flatMap((line) => ended.safeParse(line).data?.probe_parts_bad ?? [])).toEqual([parts.length]);
  await statusAfter(earlier, parts);
  return parts;
};

/** Calls of the table fail for a function. */
const failing = (name: string) =>
  bare.stack.services.faults.inject({
    match: { service: 'dynamodb', accessKeyId: accessKeyIdOf(functionOf(name).configuration.name) },
    effect: { kind: 'error', code: 'InternalServerError', status: 500 },
    times: Infinity,
  });

test('all parts of a stage are good, run after run, and each run leaves the records of the one before', async () => {
  expect(await nextRun()).toEqual([]);
  const { body } = await scene.client.call('get-partner-customer-history', { external_customer_id: 'probe' });
  expect(await nextRun()).toEqual([]);
  const later = await scene.client.call('get-partner-customer-history', { external_customer_id: 'probe' });
  expect(later.body.total).toBe(body.total);
});

test('the next run sees which parts are bad', async () => {
  const { mappings } = bare.stack;
  const sources = ['OutboxKeeperSource', 'JournalSource'].map((name) => mappings.get(name));
  for (const source of sources) await source?.pause();
  const connect = failing('Connect');
  expect(await nextRun()).toEqual(['connect', 'events', 'search']);
  connect.remove();
  for (const source of sources) source?.resume();
  const dispatcher = failing('Dispatcher');
  expect(await nextRun()).toEqual(['calls', 'connect', 'events', 'search']);
  dispatcher.remove();
  expect(await nextRun()).toEqual([]);
});

test('a new version that answers no call is never released, and one that answers is', async () => {
  change = changed('Dispatcher', { Environment: { Variables: { STAGE: 'local' } } });
  await expect(bare.stack.deploy(firstTable)).rejects.toThrow('DispatcherAlias was stopped by its hook: Failed');
  expect(await nextRun()).toEqual([]);
  // The sign-in page refuses a portal that the client does not know.
  change = changed('PortalClient', { CallbackURLs: ['https://elsewhere.example/'] });
  await bare.stack.deploy(firstTable);
  expect(await nextRun()).toEqual(['sign_in']);
});
