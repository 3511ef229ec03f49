import { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { embedded } from '../domain/metrics.ts';
import { openClient } from '../runtime/aws-calls.ts';
import { openTable } from '../runtime/clients.ts';
import { systemClock, systemRetryPolicy } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { serveBatch } from '../runtime/serve.ts';
import { sendToFailedQueue } from '../runtime/failed-records.ts';
import { forgetReports } from './forgotten-reports.ts';
import { addToEventJournal } from '../store/webhooks/event-journal.ts';
import { isEntryRecord } from './event-records.ts';
import { journalEvents, type EventJournalDeps } from './journal-events.ts';
import { journalReports, type JournalDeps } from './journal-reports.ts';
import { rollupLag } from './rollup-lag.ts';
import { openJournal, openPark, openWatch } from './wiring.ts';

const { stage, tableName, failedQueueUrl } = readEnvironment(process.env, ['stage', 'tableName', 'failedQueueUrl']);
const log = consoleLog({ stage });
const table = openTable(tableName);
const park = openPark(table, log);

const deps: JournalDeps = {
  clock: systemClock,
  retryPolicy: systemRetryPolicy,
  forget: forgetReports(table),
  journal: openJournal(table),
  watch: openWatch(table),
  park: (partnerId, reports) => park(partnerId, null, reports),
  sendToFailedQueue: sendToFailedQueue(openClient(SQSClient), failedQueueUrl, log),
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

/** The time reserved for parking the reports that could not be journalled in time. */
const margin = 60_000;

export const handler = serveBatch<DynamoDBStreamEvent>(
  log,
  async ({ Records: records }, { calls: until }) => {
    const events = records.filter(isEntryRecord);
    const reports = records.filter((record) => !isEntryRecord(record));
    const failed = (
      await Promise.all([journalReports(deps, reports, until), journalEvents(eventDeps, events, until)])
    ).flat();
    const now = systemClock();
    const lag = rollupLag(records, now);
    log.info('reports', {
      records: records.length,
      events: events.length,
      failed: failed.length,
      ...(lag !== null && embedded(now, { rollup_lag_milliseconds: lag })),
    });
    return failed;
  },
  margin,
);
