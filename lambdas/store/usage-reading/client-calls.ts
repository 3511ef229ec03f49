import { placesUntil } from '../../domain/size.ts';
import { sumOfClients, type ClientCalls } from '../../domain/usage/client-version.ts';
import { endOfUtcDay } from '../../domain/usage/utc-day.ts';
import { queryAll } from '../table/query.ts';
import type { Table } from '../table/table.ts';
import { callCountPrefix, clientsOf } from '../usage/call-counts.ts';
import { factsBetween, type PartnerDay } from './fact-queries.ts';

/** The calls of a partner's day by client and version. Calls of other programs are left out. */
export const readClientCalls = async (table: Table, of: PartnerDay): Promise<ClientCalls> => {
  const range = { first: callCountPrefix, last: `${callCountPrefix}~~` };
  const read = placesUntil(of.sizes, endOfUtcDay(of.day)).map((place) =>
    queryAll(table, factsBetween(of, place, range)),
  );
  return sumOfClients((await Promise.all(read)).flat().map(clientsOf));
};
