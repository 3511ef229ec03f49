import { brotliDecompressSync, inflateRawSync } from 'node:zlib';
import { ByteReader } from '@swift-worker/stored-forms/bytes.ts';
import { customerStatuses } from '../../lambdas/domain/customer.ts';
import { eventTypes, optionalEventTypes } from '../../lambdas/domain/event.ts';
import { actorTypes, historyEvents, historyOrigins, type HistoryEntry } from '../../lambdas/domain/history.ts';
import { agingFactNames, riskFactNames, type RiskFacts } from '../../lambdas/domain/risk.ts';
import type { SearchRow } from '../../lambdas/domain/search/search-row.ts';
import { instanceStatuses } from '../../lambdas/domain/states/instance-states.ts';
import { dictionary2, packEntry, unpackEntry, type PackedEntry } from '../../lambdas/store/customers/packed-entry.ts';
import { packRisk, unpackRisk } from '../../lambdas/store/instances/instance-risk.ts';
import { packRows as packSearchRows, unpackBlock, type BlockFormat } from '../../lambdas/store/search/block-codec.ts';
import { packBlocks, unpackBlocks } from '../../lambdas/store/search/search-head.ts';
import { searchedRecords } from '../../lambdas/store/search/searched-records.ts';
import { packBody, unpackBody } from '../../lambdas/store/table/receipt-body.ts';
import { packIds, unpackIds } from '../../lambdas/store/usage/id-codec.ts';
import type { EventRow } from '../../lambdas/store/webhooks/event-row.ts';
import {
  packRows as packEventRows,
  unpackRows as unpackEventRows,
} from '../../lambdas/store/webhooks/event-row-codec.ts';
import { eventEnds } from '../../lambdas/store/webhooks/outbox-events.ts';
import { sampleId, unicode } from './samples.ts';
import { hexOf, shownJson, storedForm, textOf, type StoredForm } from './stored-form.ts';

const store = 'lambdas/store';

/** The ids and times as they are stored, and the JSON. */
const shownEntry: StoredForm['shown'] = (bytes) => {
  const reader = new ByteReader(bytes.subarray(1));
  const counts = reader.byte();
  const ids = Array.from({ length: counts >> 4 }, () => reader.uuid());
  const times = Array.from({ length: counts & 15 }, () => reader.count());
  const json = textOf(inflateRawSync(reader.rest(), { dictionary: dictionary2 }));
  return [bytes[0], ...ids, ...times, json].join(' ');
};
const shownBlock: StoredForm['shown'] = (bytes) => `${bytes[0]} ${hexOf(brotliDecompressSync(bytes.subarray(1)))}`;

const at = '2026-09-21T14:13:20.000Z';

const entry: HistoryEntry = {
  id: sampleId(1),
  event: 'customer_created',
  origin: 'api',
  actor: { type: 'partner_key', id: 'key_1' },
  changed_fields: ['customer_name', 'metadata'],
  previous: { customer_name: null, metadata: {} },
  new: { customer_name: unicode, metadata: { deep: [1, { of: true }] } },
  reason: 'reason',
  request_id: sampleId(2),
  created_at: at,
  related: { source_customer_id: sampleId(3), target_customer_id: sampleId(4), instance_id: sampleId(5) },
};

const entryOf = (fields: Partial<HistoryEntry>): PackedEntry => ({
  entry: { ...entry, changed_fields: [], previous: {}, new: {}, reason: null, related: {}, ...fields },
  event: null,
});

const entries: Readonly<Record<string, PackedEntry>> = {
  full: { entry, event: { type: 'service.partner.customer.updated', sequence: 2 ** 40, data: { customer: unicode } } },
  'of a customer': {
    ...entryOf({}),
    event: { type: 'service.partner.instance.moved', sequence: 1, data: {}, external_customer_id: 'Ünïcode' },
  },
  'erased event': { ...entryOf({}), event: { type: 'service.partner.customer.merged', sequence: 1 } },
  'by a member': entryOf({ event: 'customer_updated', origin: 'portal', actor: { type: 'member', id: 'm' } }),
  'by the operator': entryOf({ event: 'customer_merged', origin: 'operator', actor: { type: 'operator', id: 'o' } }),
  'by the service': entryOf({ event: 'customer_erased', origin: 'system', actor: { type: 'service', id: '' } }),
  'customer deactivated': entryOf({ event: 'customer_deactivated' }),
  'customer reactivated': entryOf({ event: 'customer_reactivated' }),
  'instance created': entryOf({ event: 'instance_created' }),
  'instance connected': entryOf({ event: 'instance_connected' }),
  'instance moved': entryOf({ event: 'instance_moved' }),
  'instance label': entryOf({ event: 'instance_label_changed' }),
  'instance deactivated': entryOf({ event: 'instance_deactivated' }),
  'deactivation failed': entryOf({ event: 'instance_deactivation_failed' }),
  'token revealed': entryOf({ event: 'platform_token_revealed' }),
  'erasure started': entryOf({ event: 'customer_erasure_started' }),
  'erasure failed': entryOf({ event: 'customer_erasure_failed' }),
  'instance broken': entryOf({ event: 'instance_reconnect_required' }),
  'instance updated': entryOf({ event: 'instance_updated' }),
  'session ended': entryOf({ event: 'connect_session_ended' }),
  'template updated': entryOf({ event: 'template_updated' }),
};

const row = (number: number, fields: Partial<EventRow>): EventRow => ({
  id: sampleId(number),
  customerId: sampleId(50),
  number,
  type: 'service.partner.customer.updated',
  createdAt: parseInt('019300000000', 16),
  turn: 0,
  end: null,
  firstDelivered: null,
  ...fields,
});

const eventRows: readonly EventRow[] = [
  row(1, {}),
  row(2, { type: 'service.partner.customer.merged', end: 'delivered', turn: 1, firstDelivered: '2024-11-15' }),
  row(3, { type: 'service.partner.instance.moved', end: 'given_up', turn: 2, customerId: sampleId(51) }),
  row(4, { type: 'service.partner.customer.erasure_started', end: 'undelivered', turn: 3 }),
  row(5, { type: 'service.partner.customer.erased', createdAt: parseInt('019300000000', 16) - 300, number: 2 ** 40 }),
  row(6, { type: 'service.partner.customer.erasure_failed', turn: 2 ** 30, end: 'delivered' }),
  row(7, { type: `a type without a code ${unicode}` }),
];

const searchRow = (number: number, status: string, fields: Partial<SearchRow> = {}): SearchRow => ({
  id: sampleId(number),
  status,
  text: `name ${number}\u0000mail\u0000external`,
  digits: String(number),
  wabaId: null,
  ...fields,
});

const customerRows: readonly SearchRow[] = [
  searchRow(1, 'active', { text: `${unicode.replaceAll('\u0001', '')}\u0000\u0000`, digits: '' }),
  searchRow(2, 'inactive'),
  searchRow(3, 'merged', { digits: '15550100' }),
  searchRow(4, 'erasing', { text: null, digits: '' }),
  searchRow(5, 'erased'),
  searchRow(6, 'erasure_failed', { text: null, digits: '' }),
];

const instanceRows: readonly SearchRow[] = [
  searchRow(1, 'created'),
  searchRow(2, 'awaiting_connection', { wabaId: '1' }),
  searchRow(3, 'connecting', { wabaId: '102' }),
  searchRow(4, 'connected'),
  searchRow(5, 'degraded'),
  searchRow(6, 'reconnect_required'),
  searchRow(7, 'deactivating'),
  searchRow(8, 'deactivation_failed'),
  searchRow(9, 'inactive'),
];

const searchBlock = (format: BlockFormat, rows: readonly SearchRow[], words: readonly string[]): StoredForm =>
  storedForm({
    name: format.form,
    file: `${store}/search/block-codec.ts`,
    functions: ['packRows', 'unpackBlock', 'searchBlock'],
    place: 'attribute `body` of `searchKeys.block`',
    kept: 'until a fold replaces it',
    words,
    samples: { full: rows },
    encode: (some) => packSearchRows(format, some, 1_000)[0]?.body ?? new Uint8Array(),
    decode: (bytes) => unpackBlock(format, bytes),
    shown: shownBlock,
  });

const noFacts: RiskFacts = {
  quality_rating: null,
  platform_status: null,
  can_send_message: null,
  account_state: null,
  restricted_until: null,
  facts_at: null,
  reported_at: {},
};
const risks: Readonly<Record<string, RiskFacts>> = {
  none: noFacts,
  aging: { ...noFacts, quality_rating: 'GREEN', facts_at: at },
  full: {
    quality_rating: 'RED',
    platform_status: 'FLAGGED',
    can_send_message: 'LIMITED',
    account_state: 'OFFBOARDED',
    restricted_until: '2026-10-01T00:00:00.000Z',
    facts_at: at,
    reported_at: {
      quality_rating: '2026-09-22T00:00:00.000Z',
      platform_status: '2026-09-23T00:00:00.000Z',
      can_send_message: '2026-09-24T00:00:00.000Z',
    },
  },
};

export const storeForms: readonly StoredForm[] = [
  storedForm({
    name: 'history-entry',
    file: `${store}/customers/packed-entry.ts`,
    functions: ['packEntry', 'unpackEntry'],
    place: 'attribute `entry` of `keys.historyEntry`',
    kept: 'for ever; an erasure takes the personal data',
    words: [...historyEvents, ...historyOrigins, ...actorTypes],
    samples: entries,
    version: 2,
    encode: packEntry,
    decode: unpackEntry,
    shown: shownEntry,
    texts: { dictionary: dictionary2.toString() },
  }),
  storedForm({
    name: 'event-chunk',
    file: `${store}/webhooks/event-row-codec.ts`,
    functions: ['packRows', 'unpackRows'],
    place: 'attribute `body` of `keys.eventChunk`',
    kept: '31 days',
    words: [...eventTypes, ...eventEnds],
    samples: {
      full: eventRows,
      empty: [],
      'optional types': optionalEventTypes.map((type, index) => row(index + 1, { type })),
    },
    encode: packEventRows,
    decode: unpackEventRows,
  }),
  searchBlock(searchedRecords.C.format, customerRows, customerStatuses),
  searchBlock(searchedRecords.I.format, instanceRows, instanceStatuses),
  storedForm({
    name: 'search-blocks',
    file: `${store}/search/search-head.ts`,
    functions: ['packBlocks', 'unpackBlocks'],
    place: 'attribute `blocks` of `searchKeys.head`',
    kept: 'as long as the partner',
    samples: {
      empty: [],
      full: [
        { name: sampleId(1), first: sampleId(2), count: 0 },
        { name: sampleId(3), first: sampleId(4), count: 4_000 },
      ],
    },
    encode: packBlocks,
    decode: unpackBlocks,
  }),
  storedForm({
    name: 'receipt-body',
    file: `${store}/table/receipt-body.ts`,
    functions: ['packBody', 'unpackBody'],
    place: 'attribute `body` of `keys.receipt`, when it has more than 4,096 bytes',
    kept: '24 hours',
    samples: { least: 'é'.repeat(2_049), unicode: unicode.repeat(400) },
    encode: packBody,
    decode: unpackBody,
    shown: shownJson,
  }),
  storedForm({
    name: 'id-chunk',
    file: `${store}/usage/id-codec.ts`,
    functions: ['packIds', 'unpackIds'],
    place: 'attribute `body` of `keys.usageFact` with the prefixes `R#` and `E#`',
    kept: 'the lifetime of facts of usage',
    samples: { full: [sampleId(1), 'ffffffff-ffff-ffff-ffff-ffffffffffff'], empty: [] },
    encode: packIds,
    decode: unpackIds,
  }),
  storedForm({
    name: 'instance-risk',
    file: `${store}/instances/instance-risk.ts`,
    functions: ['packRisk', 'unpackRisk'],
    place: 'attribute `risk` of `keys.customerInstance`',
    kept: 'as long as the instance',
    words: [...riskFactNames, ...agingFactNames],
    samples: risks,
    encode: packRisk,
    decode: (bytes) => unpackRisk(textOf(bytes)),
    shown: textOf,
  }),
];
