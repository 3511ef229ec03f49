import { z } from 'zod';
import type { Answer, Client } from './client.ts';

const instance = z.object({
  id: z.string(),
  instance_key: z.string(),
  status: z.string(),
  partner_customer_id: z.string(),
  display_phone_number: z.string().nullable(),
  platform_phone_number_id: z.string().nullable(),
});
export type Instance = z.infer<typeof instance>;

const answered = z.object({ instance, session: z.object({ url: z.string() }).optional() });
const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** How a command ended: its status, and the error's code and message, if any. */
export interface Ending {
  readonly status: number;
  readonly code: string | null;
  readonly message: string;
}

const endingOf = ({ status, body }: Answer): Ending => {
  const refused = refusal.safeParse(body);
  return refused.success ? { status, ...refused.data.error } : { status, code: null, message: '' };
};

export interface Instances {
  /** Null when there is none. */
  find(key: string): Promise<Instance | null>;
  /** A new line with a link for the end customer to connect it by. */
  create(customerId: string, key: string): Promise<{ instance: Instance; link: string }>;
  move(instanceId: string, customerId: string): Promise<Ending>;
  merge(sourceId: string, targetId: string): Promise<Ending>;
  deactivate(instanceId: string, idempotencyKey: string): Promise<Ending>;
}

/** The service's messaging lines, over HTTP. */
export const instancesOf = (client: Client): Instances => {
  const command = (route: string, parameters: object, idempotencyKey: string): Promise<Answer> =>
    client.call({ method: 'POST', parameters: { route, ...parameters }, idempotencyKey });
  return {
    find: async (key) => {
      const answer = await client.call({
        method: 'GET',
        parameters: { route: 'get-partner-instance', instance_key: key },
      });
      return answer.status === 404 ? null : answered.parse(answer.body).instance;
    },
    create: async (customerId, key) => {
      const parameters = { partner_customer_id: customerId, instance_key: key };
      const made = answered.parse((await command('create-customer-instance', parameters, `demo-create-${key}`)).body);
      return { instance: made.instance, link: made.session?.url ?? '' };
    },
    move: async (instanceId, customerId) =>
      endingOf(
        await command(
          'move-partner-instance-to-customer',
          { instance_id: instanceId, target_customer_id: customerId, reason: 'the branch was sold' },
          `demo-move-${instanceId}`,
        ),
      ),
    merge: async (sourceId, targetId) =>
      endingOf(
        await command(
          'merge-partner-customers',
          { source_customer_id: sourceId, target_customer_id: targetId, reason: 'one company now' },
          `demo-merge-${sourceId}`,
        ),
      ),
    deactivate: async (instanceId, idempotencyKey) =>
      endingOf(await command('deactivate-partner-instance', { instance_id: instanceId }, idempotencyKey)),
  };
};

/** What an end customer's browser does with a link: agrees at the simulated platform and comes back. */
export const openLink = async (link: string): Promise<void> => {
  const next = async (url: string, method = 'GET'): Promise<string> => {
    const { headers } = await fetch(url, { method, redirect: 'manual' });
    return new URL(headers.get('location') ?? '', url).href;
  };
  await next(await next(`${await next(`${link}/start`, 'POST')}&auto=1`));
};
