import * as z from 'zod/mini';
import { readPreferences } from '../../../store/notifications/member-inbox.ts';
import { operation } from '../../operation.ts';
import { readerOf } from '../../reader.ts';
import { preferencesView } from '../../resources/notification.ts';

/** Returns the notification preferences of the calling member. */
export const getPreferences = operation({
  input: z.object({}),
  output: z.object({ preferences: preferencesView }),
  run: async (deps, call) => call.answer(200, { preferences: await readPreferences(deps.table, readerOf(call)) }),
});
