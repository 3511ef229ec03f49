import type { DueKind } from '../domain/due.ts';
import { readEnvironment } from './environment.ts';

/** The addresses of the queues of hints. @throws Error that names the missing variable */
export const readQueueUrls = (environment: Readonly<Record<string, string | undefined>>): Record<DueKind, string> => {
  const urls = readEnvironment(environment, [
    'eventQueueUrl',
    'outboxQueueUrl',
    'migrationQueueUrl',
    'lifecycleQueueUrl',
    'syncQueueUrl',
    'refreshQueueUrl',
    'reportQueueUrl',
  ]);
  return {
    event: urls.eventQueueUrl,
    outbox: urls.outboxQueueUrl,
    migration: urls.migrationQueueUrl,
    lifecycle: urls.lifecycleQueueUrl,
    sync: urls.syncQueueUrl,
    refresh: urls.refreshQueueUrl,
    report: urls.reportQueueUrl,
  };
};
