import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { runCommand } from '../../lambdas/operator/run-command.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { verifyTokenContext, webhookEndpointClause } from '../../lambdas/store/webhooks/webhook-endpoints.ts';
import { testCaller, type TestPartner } from '../harness/service.ts';
import type { Ask } from '../access-patterns/scenario.ts';
import { TemplateScene } from '../harness/template-scene.ts';
import { callApi } from './call-api.ts';
import { openEnvironment, type Environment } from './environment.ts';
import { Outside } from './outside.ts';
import type { Told } from './told.ts';
import { fixedVault, openSurroundings, type Memory, type Surroundings } from './surroundings.ts';

/** The beginning of every play: a partner with an endpoint, a customer and a member. */
export interface Stage {
  readonly surroundings: Surroundings;
  readonly scene: TemplateScene;
  readonly partner: TestPartner;
  readonly member: string;
  /** The URL of the endpoint. */
  readonly url: string;
  /** An environment without faults. */
  readonly sound: () => Environment;
  /** Makes a call of the API, with any key. */
  readonly call: (it: Environment, route: string, ask: Ask) => Promise<Told>;
  /** Makes a command of the operator. */
  readonly operate: (it: Environment, command: string, input: Readonly<Record<string, unknown>>) => Promise<Told>;
  /** Makes a call of the preparation, which must succeed. */
  readonly prepared: (route: string, ask: Ask) => Promise<unknown>;
  readonly newCustomer: (externalId?: string) => Promise<string>;
  readonly begin: Memory;
  readonly stop: () => Promise<void>;
}

const customerAnswer = z.object({ customer: z.object({ customer_id: z.string() }) });

/** A client repeats a call after a transient error. */
const isFinal = (status: number, text: string): boolean =>
  status < 500 && status !== 429 && !text.includes('"idempotency_in_progress"');

const receiverNumber = 1;
const endpointId = newId(0);

const giveEndpoint = async ({ scenery, table, vault, clock }: Surroundings, partnerId: string): Promise<string> => {
  const url = scenery.receiver.receiverUrl(receiverNumber);
  scenery.receiver.setVerifyToken(receiverNumber, 'token');
  const endpoint = {
    id: endpointId,
    name: 'Endpoint',
    url,
    is_primary: true,
    sealed_verify_token: await vault.seal('token', verifyTokenContext(partnerId, endpointId)),
    migration_id: newId(clock.now()),
    revision: 1,
    updated_at: new Date(clock.now()).toISOString(),
  };
  await commit(table, [webhookEndpointClause(table, partnerId, endpoint)]);
  return url;
};

export const openStage = async (): Promise<Stage> => {
  const opened = await openSurroundings();
  const surroundings = { ...opened, vault: fixedVault() };
  const scene = await TemplateScene.start(opened.scenery, opened.scenery.client, surroundings.vault);
  const { partner, service } = scene;
  await service.operate('webhook-secrets rotate', { partner_id: partner.partnerId });
  const url = await giveEndpoint(surroundings, partner.partnerId);
  const sound = (): Environment => openEnvironment(surroundings, new Outside(null));
  const call: Stage['call'] = async (it, route, ask) => {
    const { status, text } = await callApi(it, service.apikey, route, { bearer: partner.apiKey, ...ask });
    return { isFinal: isFinal(status, text), text: `${status} ${text}` };
  };
  const prepared: Stage['prepared'] = async (route, ask) => {
    const it = sound();
    const { text } = await call(it, route, ask);
    await it.outside.idle();
    if (!text.startsWith('2')) throw new Error(`${route}: ${text}`);
    return JSON.parse(text.slice(4)) as unknown;
  };
  const member = await partner.member('owner');
  await service.call('GET', { query: { route: 'get-partner-webhook-endpoint' } });
  return {
    surroundings,
    scene,
    partner,
    member,
    url,
    sound,
    call,
    prepared,
    operate: async (it, command, input) => {
      const answer = await runCommand(it.operator, { caller: testCaller, command, input });
      return { isFinal: true, text: JSON.stringify(answer) };
    },
    newCustomer: async (externalId = randomUUID()) => {
      const given = { external_customer_id: externalId, customer_name: 'Acme' };
      const made = await prepared('upsert-partner-customer', { method: 'POST', given });
      return customerAnswer.parse(made).customer.customer_id;
    },
    begin: await surroundings.remember(),
    stop: surroundings.stop,
  };
};
