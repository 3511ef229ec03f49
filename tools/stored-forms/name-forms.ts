import { packed, segmentsOf } from '@swift-worker/time-index/segment.ts';
import { responseContext } from '../../lambdas/api/settle.ts';
import { hashOf } from '../../lambdas/callbacks/take-in.ts';
import { signUpOf, ticketCookie, ticketOf } from '../../lambdas/connect/sign-up-cookie.ts';
import { partnerKeyText, publishableKey, secretHashOf } from '../../lambdas/domain/credentials.ts';
import { derivedId } from '../../lambdas/kernel/derived-id.ts';
import { dueAt, partnerShardOf, slowShard } from '../../lambdas/kernel/due.ts';
import { digestOfKey, fingerprintOf } from '../../lambdas/domain/idempotency.ts';
import { recordId, recordShard, type Sizes } from '../../lambdas/domain/size.ts';
import { platformTokenContext } from '../../lambdas/domain/vault.ts';
import { chunksOf } from '../../lambdas/store/delivery/chunk-codec.ts';
import { chunkNumberOf } from '../../lambdas/store/templates/directory.ts';
import { idChunkPuts } from '../../lambdas/store/usage/id-chunks.ts';
import { eventLease } from '../../lambdas/store/webhooks/outbox-events.ts';
import { verifyTokenContext } from '../../lambdas/store/webhooks/webhook-endpoints.ts';
import { secretContext } from '../../lambdas/store/webhooks/webhook-secrets.ts';
import { fullEvent, sampleId, sampleTime } from './samples.ts';
import { storedForm, textOf, type StoredForm } from './stored-form.ts';

const partner = sampleId(1);
const large: Sizes = [{ since: '2020-01-01T00:00:00.000Z', size: 'large' }];
const spread = '01930000-0000-7000-a000-0000000000ff';
const ticket = { state: 's'.repeat(43), secret: 'c'.repeat(43), token: 't'.repeat(43) };
const change = { entryId: '1', time: 1_790_000_000, field: 'account_update', value: { event: 'X' } } as const;

/** Names that are computed from what they name: computed in another way, what was stored is not found. */
const names: Readonly<Record<string, unknown>> = {
  'digest of an idempotency key': digestOfKey('12345678', null),
  'digest of a member’s idempotency key': digestOfKey('12345678', sampleId(2)),
  'fingerprint of a command': fingerprintOf('POST', 'a-route', { b: 1, a: ['é'], partner_id: 'left out' }),
  'derived id': derivedId(sampleTime, 'a seed'),
  'hash of a secret': secretHashOf('secret'),
  'hash of a callback change': hashOf(change),
  'hash of a callback change without a value': hashOf({ ...change, time: null, value: undefined }),
  'text of a partner key': partnerKeyText('live', sampleId(3), 'secret'),
  'publishable key': publishableKey('test', Buffer.alloc(16, 7)),
  'id of a record that is not spread': recordId([], spread),
  'id of a spread record': recordId(large, sampleId(4)),
  'shard of a record': [recordShard(sampleId(4)), recordShard(spread)],
  'part of a template': ['welcome', 'Zoë', '', 'a', 'b', 'c', 'd', 'e'].map(chunkNumberOf),
  'place of due work': dueAt('event', spread, sampleTime),
  'place of due work with few shards': dueAt('reportFold', spread, sampleTime + 1),
  'place of an event of a slow endpoint': slowShard(spread),
  'place of parked events': partnerShardOf('parked', partner),
  'place of undelivered events': partnerShardOf('undelivered', partner),
  'lease of an event': eventLease(sampleTime, 'worker'),
  'name of a report chunk': chunksOf(partner, [{ event: fullEvent, message: 'm', known: [] }]).map(({ name }) => name),
  'name of a segment': segmentsOf([packed(fullEvent)], 7).map(({ name }) => name),
  'key of a chunk of ids': idChunkPuts(partner, '2026-09-21', 'R', [sampleId(5)]).map((put) => ({
    pk: String(put.PutRequest?.Item?.['pk']),
    sk: String(put.PutRequest?.Item?.['sk']),
  })),
  'context of a platform token': platformTokenContext(partner, sampleId(6)),
  'context of a signing secret': secretContext(partner),
  'context of a verify token': verifyTokenContext(partner, sampleId(7)),
  'context of a response': responseContext({ partnerId: partner, key: 'key' }),
};

const folder = 'lambdas/connect';

export const nameForms: readonly StoredForm[] = [
  storedForm({
    name: 'derived-names',
    file: 'lambdas/kernel/derived-id.ts',
    functions: [],
    place: 'hashes, shards, derived ids and encryption contexts in keys and attributes',
    kept: 'as long as what they name',
    samples: names,
    encode: (name) => JSON.stringify(name),
    decode: (bytes) => JSON.parse(textOf(bytes)) as unknown,
    shown: textOf,
  }),
  storedForm({
    name: 'sign-up-cookie',
    file: `${folder}/sign-up-cookie.ts`,
    functions: ['ticketCookie', 'ticketOf', 'signUpOf'],
    place: 'a cookie of the browser of the end customer',
    kept: 'until the connect session expires',
    samples: { ticket },
    encode: (one) => `${ticketCookie(one, 3_600)}\n${JSON.stringify(signUpOf(one))}`,
    decode: (bytes) => ticketOf([textOf(bytes).split(';')[0] ?? ''], ticket.state),
    shown: textOf,
  }),
];
