import * as z from 'zod/mini';
import { pagedBy } from '../../../domain/paging.ts';
import { listPartnerKeys } from '../../../store/partners/partners.ts';
import { pageRequestOf, paging } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { pageOf } from '../../resources/page.ts';
import { keyView, shownKey } from '../../resources/team.ts';

/** Returns a page of the partner's API keys, also of those that ended, the newest first. It has no secrets. */
export const listApiKeys = operation({
  input: z.object(paging()),
  output: pageOf(keyView),
  run: async ({ table }, { partnerId, now, answer }, given) => {
    const keys = (await listPartnerKeys(table, partnerId)).map((key) => shownKey(key, now));
    return answer(200, pagedBy(pageRequestOf(given), keys));
  },
});
