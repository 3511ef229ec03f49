import * as z from 'zod/mini';
import { pagedBy } from '../../../domain/paging.ts';
import { listMembers } from '../../../store/partners/members.ts';
import { pageRequestOf, paging } from '../../fields.ts';
import { operation } from '../../operation.ts';
import { pageOf } from '../../resources/page.ts';
import { memberView, shownMember } from '../../resources/team.ts';

/** Returns a page of the partner's members, the newest first. */
export const listPartnerMembers = operation({
  input: z.object(paging()),
  output: pageOf(memberView),
  run: async ({ table }, { partnerId, answer }, given) => {
    const members = (await listMembers(table, partnerId)).map(shownMember);
    return answer(200, pagedBy(pageRequestOf(given), members));
  },
});
