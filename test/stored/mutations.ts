/** A change of the code that looks harmless, and changes what is stored. */
export interface Mutation {
  readonly what: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The form whose test must fail; null: no stored byte depends on it any more. */
  readonly form: string | null;
}

const store = 'lambdas/store';
const domain = 'lambdas/domain';
const index = 'packages/time-index/src';

/** Orders and lists of the domain, which had been the codes of stored forms. */
const ofTheDomain: readonly Mutation[] = [
  {
    what: 'fields of a report in another order',
    file: `${index}/event.ts`,
    form: null,
    from: "  'message_id',\n  'client_message_id',",
    to: "  'client_message_id',\n  'message_id',",
  },
  {
    what: 'counts in another order',
    file: `${index}/tally.ts`,
    form: null,
    from: "  'read',\n  'failed',",
    to: "  'failed',\n  'read',",
  },
  {
    what: 'ends of events in another order',
    file: `${store}/webhooks/outbox-events.ts`,
    form: null,
    from: "['delivered', 'given_up', 'undelivered']",
    to: "['given_up', 'delivered', 'undelivered']",
  },
  {
    what: 'statuses of reports in another order',
    file: `${index}/event.ts`,
    form: null,
    from: "['sent', 'delivered', 'read', 'failed', 'deleted']",
    to: "['deleted', 'failed', 'read', 'delivered', 'sent']",
  },
  {
    what: 'statuses of customers in another order',
    file: `${domain}/customer.ts`,
    form: null,
    from: "['active', 'inactive', 'merged',",
    to: "['inactive', 'active', 'merged',",
  },
  {
    what: 'another word of the dictionary',
    file: `${store}/customers/packed-entry.ts`,
    form: 'history-entry',
    from: '"metadata":{},"status":"active"',
    to: '"metadata":{},"tags":[],"status":"active"',
  },
  {
    what: 'a new status of reports in the middle',
    file: `${index}/event.ts`,
    form: 'delivery-event',
    from: "['sent', 'delivered', 'read',",
    to: "['sent', 'delivered', 'played', 'read',",
  },
  {
    what: 'a new type of event in the middle',
    file: `${domain}/event.ts`,
    form: 'event-chunk',
    from: "export const customerEventTypes = [\n  'service.partner.customer.updated',",
    to: "export const customerEventTypes = [\n  'service.partner.customer.updated',\n  'service.partner.customer.created',",
  },
  {
    what: 'another name of a history event',
    file: `${domain}/history.ts`,
    form: 'history-entry',
    from: "  'instance_label_changed',",
    to: "  'instance_renamed',",
  },
];

const ofTheCodecs: readonly Mutation[] = [
  {
    what: 'codes of statuses swapped',
    file: `${index}/event-codec.ts`,
    form: 'delivery-event',
    from: 'delivered: 1, read: 2,',
    to: 'delivered: 2, read: 1,',
  },
  {
    what: 'two fields of an event swapped',
    file: `${index}/event-codec.ts`,
    form: 'delivery-event',
    from: '    .uuid(event.instance_id)\n    .uuid(event.customer_id)',
    to: '    .uuid(event.customer_id)\n    .uuid(event.instance_id)',
  },
  {
    what: 'other bits of counts',
    file: `${index}/tally-codec.ts`,
    form: 'delivery-day',
    from: '  read: 4,\n  failed: 8,',
    to: '  read: 8,\n  failed: 4,',
  },
  {
    what: 'no version in front',
    file: `${index}/rollup-codec.ts`,
    form: 'delivery-octave',
    from: 'new ByteWriter().byte(versions.octave)',
    to: 'new ByteWriter()',
  },
  {
    what: 'sizes rounded down',
    file: `${index}/list-codec.ts`,
    form: 'older-list',
    from: 'Math.ceil(block.bytes / kilobyte)',
    to: 'Math.floor(block.bytes / kilobyte)',
  },
  {
    what: 'another order of counts in a summary',
    file: `${index}/list-codec.ts`,
    form: 'newer-list',
    from: 'sent: 0, delivered: 1,',
    to: 'sent: 1, delivered: 0,',
  },
  {
    what: 'numbers with the high bits first',
    file: 'packages/stored-forms/src/bytes.ts',
    form: 'delivery-event',
    from: 'value < 0 ? -2 * value - 1 : 2 * value',
    to: 'value < 0 ? -2 * value : 2 * value + 1',
  },
  {
    what: 'another bit of a known name',
    file: `${store}/delivery/chunk-codec.ts`,
    form: 'report-chunk',
    from: 'const nameBit = 32;\nconst largeBit = 64;',
    to: 'const nameBit = 64;\nconst largeBit = 32;',
  },
  {
    what: 'segments stored plain under another code',
    file: `${index}/segment.ts`,
    form: 'segment',
    from: '{ plain: 0, deflated: 1 }',
    to: '{ plain: 1, deflated: 0 }',
  },
  {
    what: 'another code of an end',
    file: `${store}/webhooks/event-row-codec.ts`,
    form: 'event-chunk',
    from: 'delivered: 1, given_up: 2,',
    to: 'delivered: 2, given_up: 1,',
  },
  {
    what: 'another separator of columns',
    file: `${store}/search/block-codec.ts`,
    form: 'search-block-customers',
    from: "const separator = '\\u0000';",
    to: "const separator = '\\u0001';",
  },
  {
    what: 'a renamed column',
    file: `${store}/templates/template-codec.ts`,
    form: 'template-rows',
    from: 'quality_score: rows.map',
    to: 'quality: rows.map',
  },
  {
    what: 'another default of a column',
    file: `${store}/templates/template-codec.ts`,
    form: 'template-rows',
    from: 'packed.category[index] ?? null',
    to: "packed.category[index] ?? 'UTILITY'",
  },
  {
    what: 'facts of the risk at other places',
    file: `${store}/instances/instance-risk.ts`,
    form: 'instance-risk',
    from: 'quality_rating: 0,\n  platform_status: 1,',
    to: 'quality_rating: 1,\n  platform_status: 0,',
  },
  {
    what: 'bodies of receipts without a version',
    file: `${store}/table/receipt-body.ts`,
    form: 'receipt-body',
    from: 'versioned(version, deflateRawSync(body))',
    to: 'deflateRawSync(body)',
  },
  {
    what: 'two columns of the blocks of a search swapped',
    file: `${store}/search/search-head.ts`,
    form: 'search-blocks',
    from: 'writer.uuid(name).uuid(first)',
    to: 'writer.uuid(first).uuid(name)',
  },
  {
    what: 'ids of usage with a length',
    file: `${store}/usage/id-codec.ts`,
    form: 'id-chunk',
    from: 'versioned(version, bytesOfIds(ids))',
    to: 'versioned(version, Buffer.from(ids.join()))',
  },
];

const ofNames: readonly Mutation[] = [
  {
    what: 'another separator of a key',
    file: `${store}/table/keys.ts`,
    form: 'table-keys',
    from: 'pk: `${partnerScope(partnerId)}#X#${externalId}`',
    to: 'pk: `${partnerScope(partnerId)}#X:${externalId}`',
  },
  {
    what: 'fewer digits of a number in a key',
    file: `${store}/table/keys.ts`,
    form: 'table-keys',
    from: "String(number).padStart(10, '0')}`",
    to: "String(number).padStart(9, '0')}`",
  },
  {
    what: 'another input of the hash of a message',
    file: `${store}/delivery/keys.ts`,
    form: 'table-keys',
    from: '[phoneNumberId, message.kind, message.value]',
    to: '[phoneNumberId, message.value]',
  },
  {
    what: 'another input of the fingerprint of a command',
    file: `${domain}/idempotency.ts`,
    form: 'derived-names',
    from: 'canonicalize([method, route,',
    to: 'canonicalize([route,',
  },
  {
    what: 'more parts of the templates',
    file: `${store}/templates/directory.ts`,
    form: 'derived-names',
    from: 'const chunkCount = 64;',
    to: 'const chunkCount = 48;',
  },
  {
    what: 'a time of due work in seconds',
    file: 'lambdas/kernel/due.ts',
    form: 'derived-names',
    from: '  due_at: isoOf(time),',
    to: '  due_at: isoOf(Math.floor(time / 1000) * 1000),',
  },
  {
    what: 'another purpose of a sealed secret',
    file: `${store}/webhooks/webhook-secrets.ts`,
    form: 'derived-names',
    from: "purpose: 'webhook_secret'",
    to: "purpose: 'verify_token'",
  },
  {
    what: 'another name in a hint',
    file: 'lambdas/runtime/hint-message.ts',
    form: 'due-hint',
    from: 'queueText({ pk, sk })',
    to: 'queueText({ partition: pk, sort: sk })',
  },
  {
    what: 'another name in a callback message',
    file: 'lambdas/runtime/callback-queue.ts',
    form: 'callback-message',
    from: 'queueText({ changes })',
    to: 'queueText({ received: changes })',
  },
  {
    what: 'bytes of a backup in another encoding',
    file: 'scripts/backup/exported-item.ts',
    form: 'backup-line',
    from: "Buffer.from(bytes).toString('base64')",
    to: "Buffer.from(bytes).toString('hex')",
  },
  {
    what: 'measures of usage in another order',
    file: `${domain}/usage/usage-day.ts`,
    form: null,
    from: "  'slots_peak',\n  'slot_days',",
    to: "  'slot_days',\n  'slots_peak',",
  },
  {
    what: 'columns of an export in another order',
    file: 'operator/usage-export.ts',
    form: 'usage-export',
    from: "['partner_id', 'line', 'date']",
    to: "['partner_id', 'date', 'line']",
  },
  {
    what: 'another name in the progress of a restore',
    file: 'scripts/restore/progress-file.ts',
    form: 'restore-progress',
    from: '  switched: z.boolean(),',
    to: '  serving: z.boolean(),',
  },
];

export const mutations: readonly Mutation[] = [...ofTheDomain, ...ofTheCodecs, ...ofNames];
