import { callsWithin } from '../../kernel/calls-within.ts';
import type { Table } from './table.ts';

/** The table for one invocation. @param ended aborted when the response is given */
export const tableWithin = ({ name, client, retryPolicy, lanes }: Table, ended: AbortSignal): Table => ({
  name,
  retryPolicy,
  lanes,
  client: callsWithin(client, () => ended),
});
