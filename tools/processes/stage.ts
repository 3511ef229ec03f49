import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { newId } from '../../lambdas/runtime/clock.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { verifyTokenContext, webhookEndpointClause } from '../../lambdas/store/webhooks/webhook-endpoints.ts';
import type { TestPartner } from '../harness/service.ts';
import type { Ask } from '../access-patterns/scenario.ts';
import { TemplateScene } from '../harness/template-scene.ts';
import { callApi } from './call-api.ts';
import { openEnvironment, type Environment } from './environment.ts';
import { Outside } from './outside.ts';
import { fixedVault, openSurroundings, type Surroundings } from './surroundings.ts';

/** The beginning of a story: a partner with an endpoint, a customer and a member. */
export interface Stage {
  readonly surroundings: Surroundings;
  readonly scene: TemplateScene;
  readonly partner: TestPartner;
  readonly member: string;
  /** The URL of the endpoint. */
  readonly url: string;
  /** An environment without faults. */
  readonly sound: () => Environment;
  /** Makes a call that must succeed. */
  readonly prepared: (route: string, ask: Ask) => Promise<unknown>;
  readonly newCustomer: (externalId?: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

const customerAnswer = z.object({ customer: z.object({ customer_id: z.string() }) });

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
    relay: null,
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
  const sound = (): Environment => openEnvironment(surroundings, new Outside());
  const prepared: Stage['prepared'] = async (route, ask) => {
    const it = sound();
    const { status, text } = await callApi(it, service.apikey, route, { bearer: partner.apiKey, ...ask });
    await it.outside.idle();
    if (status >= 300) throw new Error(`${route}: ${text}`);
    return JSON.parse(text) as unknown;
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
    prepared,
    newCustomer: async (externalId = randomUUID()) => {
      const given = { external_customer_id: externalId, customer_name: 'Acme' };
      const made = await prepared('upsert-partner-customer', { method: 'POST', given });
      return customerAnswer.parse(made).customer.customer_id;
    },
    stop: surroundings.stop,
  };
};
