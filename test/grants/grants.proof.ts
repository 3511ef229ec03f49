import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { production, staging } from '../../lib/stages.ts';
import { textOf } from '../../tools/grants/grant.ts';
import { isFault, judge, type Finding } from '../../tools/grants/judge.ts';
import { templateGrants } from '../../tools/grants/template.ts';
import { startBareStack, type BareStack } from '../first-day/bare-stack.ts';
import { letIn, operate } from '../first-day/operator-steps.ts';
import { verifyToken, walkFirstDay } from '../first-day/walk.ts';
import { synthesise, withAuditCopy, withProbe } from '../../tools/harness/synthesised.ts';
import { callEveryRoute } from '../stack/call-every-route.ts';
import * as endpointScenes from './endpoint-scenes.ts';
import * as operatorScenes from './operator-scenes.ts';
import { outsideScene } from './outside-scene.ts';
import * as scenes from './scenes.ts';

/** A scene waits for calls of functions. One that never comes is reported with the scene's name. */
const sceneLimit = 900_000;

let bare: BareStack;

/** A partner of its own: it has nothing yet, and no secret when it registers its endpoint. */
const everyRoute = async (apikey: string, webhookUrl: string): Promise<void> => {
  const partner = await letIn(bare.stateFile, ['publishable-keys', 'members', 'webhook-secrets']);
  const email = 'owner@second.example';
  await operate(`members add ${partner.partnerId} ${email} --role owner`, bare.stateFile);
  const scene = outsideScene(bare, { ...partner, apikey });
  const member = scene.callAs(await bare.stack.services.issueToken(email));
  const other = await letIn(bare.stateFile, ['publishable-keys', 'members', 'webhook-secrets']);
  await operate(`members add ${other.partnerId} person@other.example --role viewer`, bare.stateFile);
  const invitee = {
    call: scene.callAs(await bare.stack.services.issueToken('person@other.example')),
    email: 'person@other.example',
  };
  const endpoint = { webhook_url: webhookUrl, platform_verify_token: verifyToken };
  await callEveryRoute({ ...scene, member, invitee, endpoint });
};

const withinLimit = async (name: string, scene: Promise<void>): Promise<void> => {
  const ended = new AbortController();
  const limit = wait(sceneLimit, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`${name} did not end within ${sceneLimit / 1_000} s`);
  });
  try {
    await Promise.race([scene, limit]);
  } finally {
    ended.abort();
    await limit.catch(() => undefined);
  }
};

/** Everything once that a function needs a grant for. */
const walk = async (): Promise<void> => {
  const partner = await letIn(bare.stateFile);
  const { webhookUrl } = await walkFirstDay(bare.stack, partner, bare.directory);
  await everyRoute(partner.apikey, webhookUrl);
  for (const [name, play] of [
    ...Object.entries(scenes),
    ...Object.entries(endpointScenes),
    ...Object.entries(operatorScenes),
  ])
    await withinLimit(name, play(outsideScene(bare, partner)));
  // What was begun is brought to its end, and what that begins too.
  for (let round = 0; round < 3; round += 1) {
    await Promise.all([...bare.stack.mappings.values()].map((mapping) => mapping.idle()));
  }
};

beforeAll(async () => {
  // The times until an endpoint is paused and probed are days otherwise.
  bare = await startBareStack({ fastRetries: true, auditCopy: { mode: 'GOVERNANCE', years: 1 }, probe: 'on' });
  bare.stack.schedules.fire('StageProbeSchedule');
  await walk();
});
afterAll(() => bare.stop());

const faultsOf = (findings: readonly Finding[]): readonly string[] =>
  findings.filter(isFault).map(({ grant, verdict }) => `${verdict}: ${textOf(grant)}`);

// Without copies of the audit trail a stage has fewer grants, of the same functions.
test.each([staging, production].map(withAuditCopy).map(withProbe))(
  'every grant of the stage $name is used or explained, and nothing else is asked for',
  (stage) => {
    const { Resources } = synthesise(stage);
    const findings = judge(templateGrants(Resources), bare.stack.grantUses(), new Set(Object.keys(Resources)));
    expect(faultsOf(findings)).toEqual([]);
  },
);
