import { inflateRawSync } from 'node:zlib';
import type { Block } from '@swift-worker/time-index/block-list.ts';
import { packEvent, packIndexedEvent, unpackEvent } from '@swift-worker/time-index/event-codec.ts';
import { deliveryStatuses, opaqueFields } from '@swift-worker/time-index/event.ts';
import {
  packNewerList,
  packOlderList,
  unpackNewerList,
  unpackOlderList,
  type NewerList,
} from '@swift-worker/time-index/list-codec.ts';
import {
  packDay,
  packHourInstances,
  packOctave,
  unpackDay,
  unpackHourInstances,
  unpackOctave,
} from '@swift-worker/time-index/rollup-codec.ts';
import type { Bucket, DayRollup, InstanceTallies, OctaveRollup } from '@swift-worker/time-index/rollup.ts';
import { repackedSegment, unpackSegment } from '@swift-worker/time-index/segment.ts';
import { tallyFields } from '@swift-worker/time-index/tally.ts';
import type { WaitingReport } from '../../lambdas/domain/delivery/waiting-report.ts';
import { chunkBody, unpackChunk } from '../../lambdas/store/delivery/chunk-codec.ts';
import { messageKey, messageName } from '../../lambdas/store/delivery/keys.ts';
import { fullEvent, fullTally, leastEvent, noTally, placedEvents, sampleEvents, sampleId, unicode } from './samples.ts';
import { hexOf, storedForm, type StoredForm } from './stored-form.ts';

const folder = 'packages/time-index/src';
const partner = sampleId(100);
const kept = '92 days after the event';
const day = 20_717;
const octave = 2_589;
const firstHour = day * 24;

const errors: Bucket['errors'] = new Map([
  ['131026', { code: 131_026, title: unicode, titleFrom: sampleId(5), count: 3 }],
  ['"131026"', { code: '131026', title: null, titleFrom: '', count: 2 ** 40 }],
  ['null', { code: null, title: 'without a code', titleFrom: sampleId(6), count: 1 }],
]);
const instances: InstanceTallies = new Map([
  [sampleId(2), fullTally],
  [sampleId(3), noTally],
]);
const empty: Bucket = { tally: noTally, errors: new Map() };

const days: Readonly<Record<string, DayRollup>> = {
  empty: { hours: new Map(), instances: new Map() },
  full: {
    hours: new Map([
      [firstHour, { tally: fullTally, errors }],
      [firstHour + 1, { ...empty, tally: { ...noTally, read: 5, failed: 2 } }],
      [firstHour + 23, empty],
    ]),
    instances,
  },
};

const octaves: Readonly<Record<string, OctaveRollup>> = {
  empty: { days: new Map(), instances: new Map() },
  full: {
    days: new Map([
      [octave * 8, { tally: fullTally, errors, events: new Map([[octave * 8 * 24 + 1, 300]]) }],
      [octave * 8 + 7, { ...empty, events: new Map() }],
    ]),
    instances,
  },
};

const blocks: readonly Block[] = [
  { start: { at: firstHour * 3_600_000, id: '' }, count: 1, bytes: 1, segments: ['0123456789'], summary: null },
  {
    start: { at: firstHour * 3_600_000 + 3_599_999, id: sampleId(4) },
    count: 300,
    bytes: 1_025,
    segments: ['abcdef0123', 'fedcba9876'],
    summary: {
      statuses: { sent: 1, delivered: 2, read: 3, failed: 4, deleted: 500 },
      codes: new Map([
        ['131026', 3],
        ['"131026"', 1],
      ]),
    },
  },
  {
    start: { at: firstHour * 3_600_000 + 3_599_999, id: sampleId(4).slice(0, 13) },
    count: 2,
    bytes: 2_048,
    segments: [],
    summary: { statuses: { sent: 0, delivered: 0, read: 0, failed: 0, deleted: 0 }, codes: null },
  },
];

const newerLists: Readonly<Record<string, NewerList>> = {
  empty: { newestId: sampleId(9), last: { at: firstHour * 3_600_000, id: '' }, olderVersion: 0, blocks: [] },
  full: {
    newestId: sampleId(9),
    olderVersion: 300,
    blocks,
    last: { at: firstHour * 3_600_000 + 5, id: sampleId(8) },
  },
  'with states': {
    newestId: sampleId(9),
    olderVersion: 0,
    states: { ...noTally, messages: 6, messages_delivered: 700, messages_read: 8, messages_failed: -9 },
    blocks,
    last: { at: firstHour * 3_600_000 + 5, id: sampleId(8) },
  },
};

const nameOf = (size: 'standard' | 'large'): string =>
  messageName(messageKey(partner, '1066', { kind: 'message_id', value: 'wamid.message' }, size));

const waiting: readonly WaitingReport[] = [
  { event: fullEvent, message: nameOf('standard'), known: [] },
  { event: fullEvent, message: nameOf('large'), known: ['sent', 'delivered', 'read', 'failed', 'deleted'] },
  { event: fullEvent, message: nameOf('standard'), known: ['delivered'] },
  { event: fullEvent, message: nameOf('standard'), known: ['read'] },
  { event: fullEvent, message: nameOf('standard'), known: ['failed'] },
  { event: leastEvent, message: `P#${partner}#DM#0.0#scrubbed`, known: ['sent'] },
];

/** The header, and the content after it, which may be compressed. */
const inflatedAfter =
  (header: number): StoredForm['shown'] =>
  (bytes) =>
    `${hexOf(bytes.subarray(0, header))} ${hexOf(inflateRawSync(bytes.subarray(header)))}`;

const shownSegment: StoredForm['shown'] = (bytes) =>
  bytes[1] === 0 ? `${hexOf(bytes.subarray(0, 2))} ${hexOf(bytes.subarray(2))}` : inflatedAfter(2)(bytes);

export const deliveryForms: readonly StoredForm[] = [
  storedForm({
    name: 'delivery-event',
    file: `${folder}/event-codec.ts`,
    functions: ['packIndexedEvent', 'unpackEvent'],
    place: 'attributes `s_<status>` of a message, and inside segments and report chunks',
    kept: '91 days after the report',
    words: [...deliveryStatuses, ...opaqueFields],
    samples: { ...sampleEvents, ...placedEvents },
    encode: packIndexedEvent,
    decode: unpackEvent,
  }),
  storedForm({
    name: 'message-event',
    file: `${folder}/event-codec.ts`,
    functions: ['packEvent'],
    place: 'attributes `s_<status>` of a message: the same form without the effect',
    kept: '91 days after the report',
    samples: { full: fullEvent },
    encode: packEvent,
    decode: unpackEvent,
  }),
  storedForm({
    name: 'report-chunk',
    file: 'lambdas/store/delivery/chunk-codec.ts',
    functions: ['chunkBody', 'unpackChunk'],
    kept: 'until its reports are folded and no reader needs it',
    place: 'attribute `body` of `journalKeys.chunk`',
    words: deliveryStatuses,
    samples: { full: waiting, none: [] },
    encode: (reports) => chunkBody(partner, reports),
    decode: (bytes) => unpackChunk(partner, bytes),
    shown: inflatedAfter(1),
  }),
  storedForm({
    name: 'segment',
    file: `${folder}/segment.ts`,
    functions: ['repackedSegment', 'unpackSegment'],
    kept,
    place: 'attribute `body` of `sortKeys.segment`',
    samples: { plain: [leastEvent], deflated: Object.values(sampleEvents) },
    encode: repackedSegment,
    decode: unpackSegment,
    shown: shownSegment,
  }),
  storedForm({
    name: 'newer-list',
    file: `${folder}/list-codec.ts`,
    functions: ['packNewerList', 'unpackNewerList'],
    kept,
    place: 'attribute `body` of `sortKeys.list`',
    words: deliveryStatuses,
    samples: newerLists,
    encode: (list) => packNewerList(firstHour, list),
    decode: (bytes) => unpackNewerList(firstHour, bytes),
  }),
  storedForm({
    name: 'older-list',
    file: `${folder}/list-codec.ts`,
    functions: ['packOlderList', 'unpackOlderList'],
    kept,
    place: 'attribute `body` of `sortKeys.olderList`',
    words: deliveryStatuses,
    samples: { full: blocks, empty: [] },
    encode: (list) => packOlderList(firstHour, list),
    decode: (bytes) => unpackOlderList(firstHour, bytes),
  }),
  storedForm({
    name: 'delivery-day',
    file: `${folder}/rollup-codec.ts`,
    functions: ['packDay', 'unpackDay'],
    kept,
    place: 'attribute `body` of `sortKeys.day`',
    words: tallyFields,
    samples: days,
    encode: (rollup) => packDay(day, rollup),
    decode: (bytes) => unpackDay(day, bytes),
  }),
  storedForm({
    name: 'delivery-octave',
    file: `${folder}/rollup-codec.ts`,
    functions: ['packOctave', 'unpackOctave'],
    kept,
    place: 'attribute `body` of `sortKeys.octave`',
    words: tallyFields,
    samples: octaves,
    encode: (rollup) => packOctave(octave, rollup),
    decode: (bytes) => unpackOctave(octave, bytes),
  }),
  storedForm({
    name: 'delivery-hour-instances',
    file: `${folder}/rollup-codec.ts`,
    kept,
    functions: ['packHourInstances', 'unpackHourInstances'],
    place: 'attribute `body` of `sortKeys.instances`',
    words: tallyFields,
    samples: { empty: new Map(), full: instances },
    encode: packHourInstances,
    decode: unpackHourInstances,
  }),
];
