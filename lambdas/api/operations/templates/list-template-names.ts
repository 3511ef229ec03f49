import * as z from 'zod/mini';
import { readWabas } from '../../../store/instances/waba-instances.ts';
import { namePlace, readName, readNames } from '../../../store/templates/template-names.ts';
import { searchText } from '../../fields.ts';
import { listing, walkOf } from '../../listing.ts';
import { operation } from '../../operation.ts';
import { templateNameView } from '../../resources/template.ts';
import { templateQuery } from '../../template-selectors.ts';

/** The accounts that a list covers. A call reads each of them. */
export const mostAccounts = 1000;

const { page_size: pageSize, cursor } = listing();
const { template_name: name } = templateQuery;

/**
 * Returns the names of the templates of the partner's first 1,000 business accounts, with the languages and statuses of each and how many
 * accounts have them, in no particular order. A call may return fewer names than `page_size` while others follow.
 */
export const listTemplateNames = operation({
  input: z.object({ page_size: pageSize, cursor, template_name: name, search: z.optional(searchText) }),
  output: z.object({
    names: z.array(templateNameView),
    accounts: z.int(),
    page_size: z.int(),
    next_cursor: z.nullable(z.string()),
  }),
  run: async ({ table }, call, given) => {
    const { partnerId } = call;
    const { request, nextOf } = walkOf('list-partner-template-names', call, { cursor: '', ...given }, namePlace);
    const wabaIds = await readWabas(table, partnerId, mostAccounts);
    const { template_name: whole, search = '' } = given;
    const { names, next } =
      typeof whole === 'string'
        ? { names: await readName(table, partnerId, wabaIds, whole), next: null }
        : await readNames(table, partnerId, wabaIds, search.trim(), request);
    return call.answer(200, {
      names,
      accounts: wabaIds.length,
      page_size: request.pageSize,
      next_cursor: nextOf({ items: names, next }),
    });
  },
});
