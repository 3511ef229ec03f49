import * as z from 'zod/mini';
import { mapLimited } from '../../../kernel/map-limited.ts';
import { pageOf as page, sliceOf } from '../../../domain/paging.ts';
import { allWabas, countInstancesOfWaba } from '../../../store/instances/waba-instances.ts';
import { countTemplates } from '../../../store/templates/directory.ts';
import { readLatestSyncs } from '../../../store/templates/latest-syncs.ts';
import { troubledWabas } from '../../../store/templates/troubled-accounts.ts';
import { pageRequestOf, paging, queryFlag } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { pageOf } from '../../resources/page.ts';
import { businessAccountView } from '../../resources/template.ts';

/** Each needs the queries of a list of templates. */
const countedAtOnce = 8;

/**
 * Returns a page of the business accounts that the partner has, or had, a connected instance of, ordered by their ids: of
 * all, or of those with troubled templates.
 */
export const listBusinessAccounts = operation({
  input: z.object({ ...paging(), troubled: queryFlag }),
  output: pageOf(businessAccountView),
  run: async ({ table }, { partnerId, answer }, given) => {
    const request = pageRequestOf(given);
    const all = given.troubled ? await troubledWabas(table, partnerId) : await allWabas(table, partnerId);
    const here = sliceOf(request, all);
    const [syncs, counts] = await Promise.all([
      readLatestSyncs(table, partnerId, here),
      mapLimited(here, countedAtOnce, (wabaId) =>
        Promise.all([countInstancesOfWaba(table, partnerId, wabaId), countTemplates(table, partnerId, wabaId)]),
      ),
    ]);
    const syncOf = new Map(syncs.map(({ sync }) => [sync.waba_id, sync]));
    const items = here.map((wabaId, index) => {
      const [lines, { templates, troubled }] = counts[index] ?? [0, { templates: 0, troubled: 0 }];
      return { platform_waba_id: wabaId, lines, templates, troubled, last_sync: syncOf.get(wabaId) ?? null };
    });
    return answer(200, page(request, all.length, items));
  },
});
