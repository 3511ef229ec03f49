import { z } from 'zod';
import type { JsonObject } from '@swift-worker/local-cloud/services/json-object.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { isoOf } from '../../lambdas/kernel/time.ts';
import { endpointHealths, type ConsoleEndpoint } from './state.ts';

const time = z.object({ N: z.coerce.number() }).optional();
const answer = z.object({
  Item: z
    .object({
      health: z.object({
        M: z.object({ state: z.object({ S: z.enum(endpointHealths) }), since: time.catch(undefined), probeAt: time }),
      }),
      pace: z.object({ M: z.object({ state: z.object({ S: z.string() }) }) }),
    })
    .optional(),
});

/** The health of a partner's endpoint, from its outbox. One that was sent nothing yet is healthy. */
export const readEndpoint = async (
  getItem: (input: JsonObject) => Promise<JsonObject>,
  table: string,
  partnerId: string,
): Promise<ConsoleEndpoint> => {
  const { pk, sk } = keys.outbox(partnerId);
  const { Item: item } = answer.parse(await getItem({ TableName: table, Key: { pk: { S: pk }, sk: { S: sk } } }));
  if (item === undefined) return { health: 'healthy', since: null, probeAt: null };
  const { state, since, probeAt } = item.health.M;
  const isSlow = state.S === 'healthy' && item.pace.M.state.S === 'slow';
  return {
    health: isSlow ? 'slow' : state.S,
    since: since === undefined ? null : isoOf(since.N),
    probeAt: probeAt === undefined ? null : isoOf(probeAt.N),
  };
};
