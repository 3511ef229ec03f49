import { auditChanges, contentOf, evidenceOf, type AuditChange } from '../../lambdas/domain/audit-copy.ts';
import { callbackFields, type CallbackField, type ReceivedChange } from '../../lambdas/domain/callback-message.ts';
import type { RelayedCallback } from '../../lambdas/domain/relayed-callback.ts';
import { numberFields } from '../../lambdas/domain/webhook/relayed-fields.ts';
import { readDeadLetter } from '../../lambdas/operator/read-dead-letter.ts';
import { auditChangeIn, auditChangeText } from '../../lambdas/runtime/audit-queue.ts';
import { changesIn, changesText } from '../../lambdas/runtime/callback-queue.ts';
import { failedRecord } from '../../lambdas/runtime/failed-records.ts';
import { relayedCallbackIn, relayedCallbackText } from '../../lambdas/runtime/relay-queue.ts';
import { hintIn, hintText } from '../../lambdas/runtime/hint-message.ts';
import { keys, workKeyOf } from '../../lambdas/store/table/keys.ts';
import { importKeys } from '../../lambdas/store/imports/import-keys.ts';
import { journalKeys, parkedKeys } from '../../lambdas/store/delivery/keys.ts';
import { searchKeys } from '../../lambdas/store/search/search-keys.ts';
import { workKinds, type WorkKind } from '../../lambdas/kernel/work.ts';
import type { DueHint } from '../../lambdas/kernel/due.ts';
import { sampleId, unicode } from './samples.ts';
import { storedForm, textOf, type StoredForm } from './stored-form.ts';

const runtime = 'lambdas/runtime';
const partner = sampleId(1);
const [customer, instance, other] = [sampleId(2), sampleId(3), sampleId(4)];

/** A hint of each kind of work. */
const hints: Readonly<Record<WorkKind, DueHint>> = {
  event: keys.historyEntry(partner, customer, 42),
  outbox: keys.outbox(partner),
  testEvent: keys.testEvent(partner, other),
  resend: keys.resend(partner, other),
  customerImport: importKeys.head(partner),
  migration: keys.migration(partner, other),
  merge: keys.lifecycleJob(partner, customer, 'MERGE'),
  deactivation: keys.lifecycleJob(partner, customer, 'DEACTIVATE'),
  erasure: keys.lifecycleJob(partner, customer, 'ERASE'),
  instance: keys.instance(partner, instance),
  connection: keys.connectSession(partner, instance, other),
  templatePass: keys.templateSync(partner, other),
  templateSchedule: keys.templateHead(partner, '102'),
  instanceWatch: keys.instanceWatch(partner, '102'),
  parkedReports: parkedKeys.head(partner, null),
  reportFold: journalKeys.tail(partner, 3),
  searchFold: searchKeys.head(partner, 'I'),
  usageClose: keys.usageHead(partner),
  keyWatch: keys.partnerKeyLink(partner, 'k7Qm2xV9pL3a'),
  criticalNotice: keys.notification(partner, other),
  noticeMail: keys.noticeMail(partner, other),
  formRewrite: keys.formRewrite('history-entry'),
};

const relayedCallbacks: Readonly<Record<string, RelayedCallback>> = Object.fromEntries(
  numberFields.map((field) => [
    field,
    { phoneNumberId: '107', field, at: 1_790_000_000_000, callback: JSON.stringify({ text: unicode }) },
  ]),
);

const change = (field: CallbackField): ReceivedChange => ({ entryId: '102', time: 1, field, value: {} });

const changes: readonly ReceivedChange[] = [
  { entryId: '102', time: 1_790_000_000, field: 'account_update', value: { event: unicode, deep: [1, null] } },
  { entryId: '103', time: null, field: 'security', value: null },
  change('message_template_status_update'),
  change('message_template_quality_update'),
  change('message_template_components_update'),
  change('template_category_update'),
  change('template_correct_category_detection'),
  change('account_alerts'),
  change('account_review_update'),
  change('phone_number_quality_update'),
  change('phone_number_name_update'),
  change('business_capability_update'),
];

const entry = {
  pk: 'AUDIT#2026-07',
  sk: other,
  id: other,
  actor: { type: 'operator', id: unicode },
  action: 'keys issue',
  subject: { partner_id: partner },
  reason: null,
  at: '2026-07-01T00:00:00.000Z',
};
const inserted: AuditChange = {
  change: 'INSERT',
  month: '2026-07',
  id: other,
  sequenceNumber: '42',
  at: '2026-07-01T00:00:01.000Z',
  before: null,
  after: entry,
};
const auditSamples: Readonly<Record<string, AuditChange>> = {
  inserted,
  missing: { ...inserted, sequenceNumber: null, at: null },
  modified: { ...inserted, change: 'MODIFY', before: entry, after: { ...entry, action: 'another' } },
  removed: { ...inserted, change: 'REMOVE', before: entry, after: null },
};

const streamRecord = {
  eventID: 'event',
  dynamodb: { SequenceNumber: '42', Keys: { pk: { S: `P#${partner}` }, sk: { S: 'PARTNER' } } },
};

/** Queue messages and copies of the audit trail: JSON with named fields, whose version is in no field until there is a second one. */
export const messageForms: readonly StoredForm[] = [
  storedForm({
    name: 'due-hint',
    file: `${runtime}/hint-message.ts`,
    functions: ['hintText', 'hintIn'],
    place: 'messages of the queues of work, and of their dead-letter queue',
    kept: '14 days',
    words: workKinds,
    samples: hints,
    encode: hintText,
    decode: (bytes) => ({ hint: hintIn(textOf(bytes)), work: workKeyOf(hintIn(textOf(bytes))) }),
    shown: textOf,
  }),
  storedForm({
    name: 'callback-message',
    file: `${runtime}/callback-queue.ts`,
    functions: ['changesText', 'changesIn'],
    place: 'messages of the queue of callbacks, and of its dead-letter queue',
    kept: '14 days',
    words: callbackFields,
    samples: { all: changes, usernames: [change('business_username_updates')] },
    encode: changesText,
    decode: (bytes) => ({ changes: changesIn(textOf(bytes)), letter: readDeadLetter(textOf(bytes)) }),
    shown: textOf,
  }),
  storedForm({
    name: 'relayed-callback',
    file: `${runtime}/relay-queue.ts`,
    functions: ['relayedCallbackText', 'relayedCallbackIn'],
    place: 'messages of the queue of callbacks that are sent on',
    kept: 'a day',
    words: numberFields,
    samples: relayedCallbacks,
    encode: relayedCallbackText,
    decode: (bytes) => relayedCallbackIn(textOf(bytes)),
    shown: textOf,
  }),
  storedForm({
    name: 'audit-change',
    file: `${runtime}/audit-queue.ts`,
    functions: ['auditChangeText', 'auditChangeIn'],
    place: 'messages of the queue of the copies of the audit trail, and of its dead-letter queue',
    kept: '14 days',
    words: auditChanges,
    samples: auditSamples,
    encode: auditChangeText,
    decode: (bytes) => auditChangeIn(textOf(bytes)),
    shown: textOf,
  }),
  storedForm({
    name: 'audit-entry-copy',
    file: 'lambdas/domain/audit-copy.ts',
    functions: ['contentOf'],
    place: 'objects `entries/<month>/<id>` of the bucket of the copies',
    kept: 'the years of `auditCopy`',
    samples: { entry },
    encode: contentOf,
    decode: (bytes): unknown => JSON.parse(textOf(bytes)),
    shown: textOf,
  }),
  storedForm({
    name: 'audit-evidence',
    file: 'lambdas/domain/audit-copy.ts',
    functions: ['evidenceOf'],
    place: 'objects `changes/<month>/<id>/<sequence number>` of the bucket of the copies',
    kept: 'the years of `auditCopy`',
    words: auditChanges,
    samples: auditSamples,
    encode: evidenceOf,
    decode: (bytes): unknown => JSON.parse(textOf(bytes)),
    shown: textOf,
  }),
  storedForm({
    name: 'failed-record',
    file: `${runtime}/failed-records.ts`,
    functions: ['failedRecord'],
    place: 'messages of the dead-letter queue of the stream',
    kept: '14 days',
    samples: { named: streamRecord, unreadable: null },
    encode: (record) => JSON.stringify(failedRecord(record)),
    decode: (bytes) => readDeadLetter(textOf(bytes)),
    shown: textOf,
  }),
];
