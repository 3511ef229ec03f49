import { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { embedded } from '../kernel/metrics.ts';
import { auditQueue } from '../runtime/audit-queue.ts';
import { openClient } from '../runtime/aws-calls.ts';
import { openTable } from '../runtime/clients.ts';
import { systemClock, systemRetryPolicy } from '../runtime/clock.ts';
import { readEnvironment, readOptional } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { halvedAtFirst } from '../runtime/halved-batch.ts';
import { serveBatch } from '../runtime/serve.ts';
import { sendToFailedQueue } from '../runtime/failed-records.ts';
import { forgetReports } from '../reports/forgotten-reports.ts';
import { addToEventJournal } from '../store/webhooks/event-journal.ts';
import { isAuditRecord } from '../audit/audit-records.ts';
import { isEntryRecord } from '../events/journal/event-records.ts';
import { journalEvents, type EventJournalDeps } from '../events/journal/journal-events.ts';
import { journalReports, type JournalDeps } from '../reports/journal-reports.ts';
import { relayAudit, type AuditRelayDeps } from '../audit/relay-audit.ts';
import { journalLag } from '../reports/journal-lag.ts';
import { openJournal, openPark, openWatch } from './wiring/report-work.ts';

const { stage, tableName, failedQueueUrl } = readEnvironment(process.env, ['stage', 'tableName', 'failedQueueUrl']);
const log = consoleLog({ stage });
const table = openTable(tableName);
const queues = openClient(SQSClient, 'sqs');
const park = openPark(table, log);

const deps: JournalDeps = {
  clock: systemClock,
  retryPolicy: systemRetryPolicy,
  forget: forgetReports(table),
  journal: openJournal(table),
  watch: openWatch(table),
  park: (partnerId, reports) => park(partnerId, null, reports),
  sendToFailedQueue: sendToFailedQueue(queues, failedQueueUrl, log),
  onError: (error) => {
    log.error('delivery reports were not journalled, or the verdict of an instance was not updated', { error });
  },
};

const eventDeps: EventJournalDeps = {
  clock: systemClock,
  retryPolicy: systemRetryPolicy,
  add: (partnerId, rows) => addToEventJournal(table, partnerId, rows),
  sendToFailedQueue: deps.sendToFailedQueue,
  onError: (error) => {
    log.error('events were not added to the list of events', { error });
  },
};

const openAuditRelay = (queueUrl: string): AuditRelayDeps => ({
  clock: systemClock,
  retryPolicy: systemRetryPolicy,
  send: auditQueue(queues, queueUrl),
  onTampered: ({ change, month, id, sequenceNumber }) => {
    log.error('an entry of the audit trail was changed', {
      change,
      month,
      audit_id: id,
      sequence_number: sequenceNumber,
      ...embedded(systemClock(), { audit_entries_changed: 1 }),
    });
  },
  sendToFailedQueue: deps.sendToFailedQueue,
  onError: (error) => {
    log.error('changes of the audit trail were not sent to be copied', { error });
  },
});

/** Null in a stage without copies of the audit trail, whose records do not come either. */
const auditQueueUrl = readOptional(process.env, 'auditQueueUrl');
const auditDeps = auditQueueUrl === null ? null : openAuditRelay(auditQueueUrl);

/** The time reserved for parking the reports that could not be journalled in time. */
const margin = 60_000;

export const handler = serveBatch<DynamoDBStreamEvent>(
  log,
  async ({ Records: records }, { calls: until }) => {
    const entries = records.filter(isAuditRecord);
    const events = records.filter(isEntryRecord);
    const reports = records.filter((record) => !isAuditRecord(record) && !isEntryRecord(record));
    const failed = (
      await Promise.all([
        journalReports(deps, reports, until),
        journalEvents(eventDeps, events, until),
        auditDeps === null ? [] : relayAudit(auditDeps, entries, until),
      ])
    ).flat();
    const now = systemClock();
    const lag = journalLag(records, now);
    log.info('reports', {
      records: records.length,
      events: events.length,
      audit_entries: entries.length,
      failed: failed.length,
      ...(lag !== null && embedded(now, { journal_lag_milliseconds: lag })),
    });
    return halvedAtFirst(records, failed);
  },
  margin,
);
