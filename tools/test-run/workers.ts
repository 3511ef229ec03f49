import { availableParallelism } from 'node:os';

/** How many suites run at a time. They wait for tables, queues, streams and pages a third of their time. */
export const workers = Math.ceil(1.5 * availableParallelism());
