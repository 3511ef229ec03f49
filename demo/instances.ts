import type { Answer, Client } from '../packages/client/src/client.ts';
import { Refusal } from '../packages/client/src/refusal.ts';
import type { Instance } from '../packages/client/src/schemas.ts';

/** The end of a command: its status, and the code and message of the error, if any. */
export interface Ending {
  readonly status: number;
  readonly code: string | null;
  readonly message: string;
}

const endingOf = async (call: Promise<Answer<unknown>>): Promise<Ending> => {
  try {
    return { status: (await call).status, code: null, message: '' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, code, message } = error;
    return { status, code, message };
  }
};

export interface Instances {
  /** Null when there is no such instance. */
  find(key: string): Promise<Instance | null>;
  /** A new instance, with the link by which the end customer connects it. */
  create(customerId: string, key: string): Promise<{ instance: Instance; link: string }>;
  move(instanceId: string, customerId: string): Promise<Ending>;
  merge(sourceId: string, targetId: string): Promise<Ending>;
  deactivate(instanceId: string, idempotencyKey: string): Promise<Ending>;
}

/** The instances, by calls of the service. */
export const instancesOf = (client: Client): Instances => ({
  find: async (key) => {
    try {
      return (await client.call('get-partner-instance', { instance_key: key })).body.instance;
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return null;
      throw error;
    }
  },
  create: async (customerId, key) => {
    const parameters = { partner_customer_id: customerId, instance_key: key };
    const options = { idempotencyKey: `demo-create-${key}` };
    const { body } = await client.call('create-customer-instance', parameters, options);
    return { instance: body.instance, link: body.session?.url ?? '' };
  },
  move: (instanceId, customerId) => {
    const parameters = { instance_id: instanceId, target_customer_id: customerId, reason: 'the branch was sold' };
    const options = { idempotencyKey: `demo-move-${instanceId}` };
    return endingOf(client.call('move-partner-instance-to-customer', parameters, options));
  },
  merge: (sourceId, targetId) => {
    const parameters = { source_customer_id: sourceId, target_customer_id: targetId, reason: 'one company now' };
    const options = { idempotencyKey: `demo-merge-${sourceId}` };
    return endingOf(client.call('merge-partner-customers', parameters, options));
  },
  deactivate: (instanceId, idempotencyKey) =>
    endingOf(client.call('deactivate-partner-instance', { instance_id: instanceId }, { idempotencyKey })),
});
