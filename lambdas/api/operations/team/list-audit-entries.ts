import * as z from 'zod/mini';
import { readTeamAudit } from '../../../store/partners/team-audit.ts';
import { listing, listingOf, listKeys, pageOrCursor } from '../../listing.ts';
import { operation } from '../../operation.ts';
import { listOf } from '../../resources/page.ts';
import { auditEntryView } from '../../resources/team.ts';

/** Returns a page of who did what to the team, its keys, secrets, endpoint and connect page in the last 400 days, newest first. */
export const listAuditEntries = operation({
  input: z.object(listing()).check(pageOrCursor),
  output: listOf(auditEntryView, {}),
  run: async (deps, call, given) => {
    const { request, began, answer } = listingOf('list-partner-audit-entries', call, given, listKeys.id);
    return call.answer(200, answer(await readTeamAudit(deps.table, call.partnerId, request, began)));
  },
});
