import * as z from 'zod/mini';
import { keys } from '../table/keys.ts';
import { queryPages } from '../table/query.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import type { Table } from '../table/table.ts';

/** What notifications are about, by the types of their entities. */
interface ErasedEntities {
  readonly instance: ReadonlySet<string>;
  readonly waba: ReadonlySet<string>;
  readonly template: ReadonlySet<string>;
}

const erasedBody = 'The details were erased.';
const noticeItem = z.object({
  sk: z.string(),
  body: z.string(),
  entity: z.object({ type: z.string(), id: z.string() }),
});

const isAbout = (erased: ErasedEntities, { type, id }: { readonly type: string; readonly id: string }): boolean =>
  (type === 'instance' || type === 'waba' || type === 'template') && erased[type].has(id);

/**
 * Erases the text and the facts of the notifications about erased lines, business accounts and templates, and their kind, which
 * promises facts. Their titles say only what happened.
 * @param note is called after each page that had some
 */
export const eraseNotices = async (
  table: Table,
  partnerId: string,
  erased: ErasedEntities,
  note: () => Promise<void>,
): Promise<void> => {
  for (const { pk } of [keys.notification(partnerId, ''), keys.adminNotification(partnerId, '')]) {
    const pages = queryPages(table, {
      KeyConditionExpression: 'pk = :pk',
      FilterExpression: 'body <> :erased OR attribute_exists(facts)',
      ExpressionAttributeValues: { ':pk': pk, ':erased': erasedBody },
      ConsistentRead: true,
    });
    for await (const page of pages) {
      const about = page.map((item) => noticeItem.parse(item)).filter(({ entity }) => isAbout(erased, entity));
      for (const { sk } of about) {
        await tryUpdate(table, {
          Key: { pk, sk },
          UpdateExpression: 'SET body = :erased REMOVE kind, facts',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':erased': erasedBody },
        });
      }
      // Only then there is progress that a later invocation does not make again.
      if (about.length > 0) await note();
    }
  }
};
