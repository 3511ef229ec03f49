import type { DueHint } from '../../../../lambdas/kernel/due.ts';

/** What the bundles of the two workers share: the planted partner, and their one function. */

/** Delivers the events of a batch. @throws Error when one of them was not delivered */
export type Deliver = (hints: readonly DueHint[]) => Promise<void>;

/** The variables of the environment that a worker reads. */
export const variables = {
  table: 'BENCH_TABLE',
  vaultKey: 'BENCH_VAULT_KEY',
  secret: 'BENCH_SECRET',
  url: 'BENCH_URL',
};
