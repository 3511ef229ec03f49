import * as z from 'zod/mini';
import { readConnectPage } from '../../../store/partners/connect-page.ts';
import { operation } from '../../operation.ts';
import { connectPageView, shownConnectPage } from '../../resources/connect-page.ts';

/** Returns what the hosted page of connect sessions shows of the partner. */
export const getConnectPage = operation({
  input: z.object({}),
  output: z.object({ connect_page: connectPageView }),
  run: async (deps, call) =>
    call.answer(200, { connect_page: shownConnectPage(await readConnectPage(deps.table, call.partnerId)) }),
});
