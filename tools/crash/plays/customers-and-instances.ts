import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { readInstance } from '../../../lambdas/store/instances/instances.ts';
import type { Scenario } from '../../access-patterns/scenario.ts';
import type { Scene } from '../../access-patterns/scene.ts';
import { customerScenarios } from '../../access-patterns/scenarios/customers.ts';
import { instanceScenarios } from '../../access-patterns/scenarios/instances.ts';
import { connectInstance } from '../../harness/connect-instance.ts';
import { FakePlatform } from '../../harness/world.ts';
import type { Play } from '../play.ts';
import type { Stage } from '../stage.ts';

const answer = z.object({ instance: z.object({ id: z.string() }) });

/** Connects an instance to a number of the simulator. */
const connectToSimulator = async (
  stage: Stage,
  instanceId: string,
  phoneNumberId: string,
  wabaId: string,
): Promise<void> => {
  const { table, vault, clock, scenery, simulator } = stage.surroundings;
  const { partnerId } = stage.partner;
  await scenery.control({
    number: {
      id: phoneNumberId,
      waba_id: wabaId,
      registered: true,
      webhook_configuration: { phone_number: stage.url },
    },
  });
  const waba = simulator.wabas.get(wabaId);
  if (waba !== undefined) waba.subscribed = true;
  await connectInstance(table, vault, clock.now, { partnerId, instanceId, phoneNumberId, wabaId });
  const record = await readInstance(table, partnerId, instanceId);
  const context = { partner_id: partnerId, record_id: instanceId, purpose: 'platform_token' } as const;
  const token = await vault.open(record?.sealedToken ?? '', context);
  const [issuedAt, expiresAt] = [clock.now(), clock.now() + 86_400_000 * 365];
  const portfolioId = waba?.portfolioId ?? '';
  simulator.tokens.set(token, { token, wabaId, portfolioId, userId: '1', issuedAt, expiresAt, ended: null });
};

export const newInstance = async (stage: Stage, customerId: string, key: string = randomUUID()): Promise<string> => {
  const given = { partner_customer_id: customerId, instance_key: key, create_connect_session: false };
  return answer.parse(await stage.prepared('create-customer-instance', { method: 'POST', given })).instance.id;
};

let numbers = 0;
export const connectedInstance = async (
  stage: Stage,
  customerId: string,
  wabaId = '2001',
  key?: string,
): Promise<string> => {
  const instanceId = await newInstance(stage, customerId, key);
  numbers += 1;
  await connectToSimulator(stage, instanceId, `20654${String(numbers).padStart(10, '0')}`, wabaId);
  return instanceId;
};

/** The stage as a scene for the scenarios of the access patterns. */
const sceneOf = async (stage: Stage): Promise<Scene> => {
  const { service } = stage.scene;
  const { table, vault, clock } = stage.surroundings;
  const command: Scene['command'] = (method, route, body, key) =>
    service.call(method, { body: { route, ...body }, headers: key === undefined ? {} : { 'idempotency-key': key } });
  return {
    ...service,
    table,
    vault,
    clock,
    command,
    platform: new FakePlatform(),
    fresh: randomUUID,
    large: stage.partner,
    other: await service.newPartner(),
    query: (route, query) => service.call('GET', { query: { route, ...query } }),
    customer: (externalId) => stage.newCustomer(externalId),
    instance: (customerId, key) => newInstance(stage, customerId, key),
    connect: (...instance) => connectToSimulator(stage, ...instance),
  };
};

/** Scenarios with long lists, which are left out: the length does not matter here. */
const isLong = ({ about }: Scenario): boolean =>
  /[12]0,000|page \d+ of|past the end|60 instances|100 instances/.test(about);

/** Each reveal of a secret adds an audit entry, also one whose answer was lost. */
const isOnceEach = ({ route }: Scenario): boolean => route === 'reveal-partner-instance-platform-token';

/** After a crash, the instances are taken over when the lease expires. Until then the answer is that the work is in progress. */
const deactivationProgress = /\\*"lifecycle\\*":\{[^}]*\}|(?<=^answer )20[02]|(?<="status":)20[02]/g;

const playOf = (scenario: Scenario): Play => ({
  name: scenario.route,
  about: scenario.about,
  prepare: async (stage) => {
    const ask = await scenario.prepare(await sceneOf(stage));
    const expected = String(scenario.answers);
    if (isOnceEach(scenario)) return { again: 'nobody', expected, act: (it) => stage.call(it, scenario.route, ask) };
    const isKept = ask.method === 'GET' || ask.key !== undefined;
    return {
      again: 'client',
      ...(isKept && { expected }),
      ...(scenario.route === 'deactivate-partner-customer' && { progress: deactivationProgress }),
      act: async (it) => {
        const told = await stage.call(it, scenario.route, ask);
        // Without a key, each call is a new command and has its own answer.
        return isKept ? told : { ...told, text: '' };
      },
    };
  },
});

export const scenarioPlays: readonly Play[] = [...customerScenarios, ...instanceScenarios]
  .filter((scenario) => !isLong(scenario))
  .map(playOf);
