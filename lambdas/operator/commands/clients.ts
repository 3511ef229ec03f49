import * as z from 'zod/mini';
import { uuid } from '../../api/fields.ts';
import { sumOfClients } from '../../domain/usage/client-version.ts';
import { daysAfter, utcDayOf } from '../../domain/usage/utc-day.ts';
import { mapLimited } from '../../kernel/map-limited.ts';
import { listPartners } from '../../store/partners/partners.ts';
import { readClientCalls } from '../../store/usage-reading/client-calls.ts';
import { command } from '../command.ts';

/** Partners of one answer. */
const pageSize = 500;
const readAtOnce = 16;

/** The clients that partners called with, today and yesterday (UTC), with their versions. */
export const listClients = command({
  input: z.object({ after: z.optional(uuid) }),
  run: async ({ table }, run, { after = '' }) => {
    const left = (await listPartners(table))
      .filter(({ partner_id: id }) => id > after)
      .toSorted((one, other) => (one.partner_id < other.partner_id ? -1 : 1));
    const page = left.slice(0, pageSize);
    const today = utcDayOf(run.now);
    const days = [daysAfter(today, -1), today];
    const lines = await mapLimited(page, readAtOnce, async ({ partner_id: partnerId, name, sizes }) => {
      const read = days.map((day) => readClientCalls(table, { partnerId, sizes, day }));
      return Object.entries(sumOfClients(await Promise.all(read))).map(([client, calls]) => {
        const [library = '', version = ''] = client.split('/');
        return { partner_id: partnerId, name, client: library, version, calls };
      });
    });
    const cursor = left.length > pageSize ? (page.at(-1)?.partner_id ?? null) : null;
    return { since: days[0], clients: lines.flat(), cursor };
  },
});
