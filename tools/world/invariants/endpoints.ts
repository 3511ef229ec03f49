import { z } from 'zod';
import type { Invariant } from './invariant.ts';
import { isConnected } from './line-states.ts';

const answer = z.object({
  migration: z.object({
    id: z.string(),
    status: z.string(),
    total: z.number(),
    done: z.number(),
    failed: z.number(),
    items: z.array(z.object({ instance_id: z.string(), status: z.string() })),
  }),
});

export const endpointRules: readonly Invariant[] = [
  {
    rule: 'a finished migration has no waiting item, and counts its items',
    broken: ({ answers }) => {
      const { data } = answer.safeParse(answers.get('get-partner-webhook-migration'));
      if (data === undefined) return [];
      const { id, status, total, done, failed, items } = data.migration;
      const count = (of: string): number => items.filter((one) => one.status === of).length;
      const isCounted = total === items.length && done === count('done') && failed === count('failed');
      const isEnded = status !== 'running' && (status === 'superseded' || count('pending') === 0);
      return isCounted && isEnded
        ? []
        : [`${id} is ${status}: ${JSON.stringify(items)}, ${done} done, ${failed} failed`];
    },
  },
  {
    rule: 'a connected line points to the endpoint, or its migration reports it as failed, or it shows the drift',
    broken: ({ lines, answers, callbacks, url, world }) => {
      const { removedUnnoticed } = world.ledger;
      const { data } = answer.safeParse(answers.get('get-partner-webhook-migration'));
      const failed = (data?.migration.items ?? []).filter(({ status }) => status === 'failed');
      return lines
        .filter((one) => isConnected(one) && callbacks.get(one.platform_phone_number_id ?? '') !== url)
        .filter((one) => !removedUnnoticed.has(one.platform_phone_number_id ?? ''))
        .filter((one) => one.callback.state !== 'drifted' && !failed.some(({ instance_id: id }) => id === one.id))
        .map((one) => `${one.id}: ${one.callback.state}`);
    },
  },
  {
    rule: 'a message that the service took to send on arrives, if the endpoint was never disabled and the line always stayed',
    broken: ({ customers, world }) => {
      const { taken, received } = world.endpoints;
      const wasGone = customers.some(({ history }) => history.some(({ event }) => event === 'instance_deactivated'));
      if (world.wasDisabled || wasGone || customers.some(({ status }) => status.startsWith('eras'))) return [];
      const ids = taken.flatMap((body) => Array.from(body.matchAll(/"(wamid\.sent-on\.[^"]*)"/g), ([, id = '']) => id));
      return ids.filter((id) => !received.some(({ text }) => text.includes(`"${id}"`)));
    },
  },
];
