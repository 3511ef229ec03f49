import { z } from 'zod';
import type { Reply } from '../../tools/harness/service.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import type { DeliveryScene } from './delivery-scene.ts';

export const batchRoute = 'report-partner-message-statuses';

export type Given = Readonly<Record<string, unknown>>;

const answer = z.object({
  items: z.array(
    z.object({
      status: z.number(),
      event_id: z.string().nullable(),
      duplicate: z.boolean(),
      error: z
        .object({
          code: z.string(),
          message: z.string(),
          details: z.array(z.looseObject({ path: z.string() })).optional(),
        })
        .nullable(),
    }),
  ),
});
type Item = z.infer<typeof answer>['items'][number];
export const itemsOf = (reply: Reply): readonly Item[] => answer.parse(reply.body).items;
export const statusesOf = (reply: Reply): readonly number[] => itemsOf(reply).map(({ status }) => status);

/** A report of the scene's instance. */
export const reportOf = (scene: DeliveryScene, fields: Given = {}): Given => ({
  phone_number_id: scene.phoneNumberId,
  status: 'sent',
  ...fields,
});

/** Runs with a table whose calls of one kind are observed, or fail with what the observer throws. */
export const watching = async <T>(
  table: TestTable,
  command: string,
  before: () => void,
  after: () => void,
  run: () => Promise<T>,
): Promise<T> => {
  table.client.middlewareStack.add(
    (next, context) => async (request) => {
      if (context.commandName !== command || JSON.stringify(request.input).includes('#RATE')) return next(request);
      before();
      try {
        return await next(request);
      } finally {
        after();
      }
    },
    { step: 'initialize', name: 'watching', override: true },
  );
  try {
    return await run();
  } finally {
    table.client.middlewareStack.remove('watching');
  }
};
