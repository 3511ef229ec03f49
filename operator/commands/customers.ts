import { Option } from 'commander';
import { z } from 'zod';
import { describe, type Area, type CommandInput, type LongWork } from '../description.ts';
import { customerId, partnerId } from '../fields.ts';
import { card, moment, table } from '../layout.ts';

const customer = z.object({
  customer_id: z.string(),
  external_customer_id: z.string(),
  customer_name: z.string(),
  customer_email: z.string().nullable(),
  customer_phone: z.string().nullable(),
  status: z.string(),
  created_at: z.string(),
  merged_into: z.string().nullable(),
  instance_count: z.number(),
});

const erasing = z.object({
  customer_id: z.string(),
  status: z.string(),
  erasure: z
    .object({
      erasure_id: z.string(),
      state: z.enum(['running', 'failed', 'done']),
      step: z.string(),
      erased: z.object({ instances: z.number(), entries: z.number(), receipts: z.number(), events: z.number() }),
      lines_failed: z.number(),
      started_at: z.string(),
      ended_at: z.string().nullable(),
    })
    .nullable(),
});
type Erasing = z.infer<typeof erasing>;

/** The steps, in the words of what is being done. */
const doing: Readonly<Record<string, string>> = {
  instances: 'deactivating the instances',
  record: 'the record',
  belongings: 'the instances',
  history: 'the history',
  others: "other customers' histories",
  deliveries: 'the delivery events',
  finish: 'the last commit',
};

const counts = ({ instances, entries, receipts, events }: NonNullable<Erasing['erasure']>['erased']): string =>
  `${instances} instances, ${entries} history entries, ${receipts} stored responses, ${events} delivery events`;

const show = ({ customer_id: id, status, erasure }: Erasing): string =>
  card({
    'Customer ID': id,
    Status: status,
    ...(erasure !== null && {
      'Erasure ID': erasure.erasure_id,
      Started: moment(erasure.started_at),
      ...(erasure.state === 'running'
        ? { Now: doing[erasure.step] ?? erasure.step }
        : { Ended: moment(erasure.ended_at) }),
      Freed: counts(erasure.erased),
      ...(erasure.lines_failed > 0 && { 'Lines not removed': erasure.lines_failed }),
    }),
  });

/** The work goes on by itself; this only looks. */
const until: LongWork<Erasing> = {
  next: ({ status }, { partner_id, customer_id }: CommandInput) =>
    status === 'erasing' ? { name: 'customers erasure', input: { partner_id, customer_id } } : null,
  join: (_before, result) => result,
  progress: ({ erasure }) =>
    erasure === null
      ? 'erasing …'
      : `erasing: ${doing[erasure.step] ?? erasure.step} … freed: ${counts(erasure.erased)}`,
  pause: 1_000,
  failure: ({ status, erasure }) => {
    if (status !== 'erasure_failed') return null;
    const lines = erasure?.lines_failed ?? 0;
    return lines > 0 ? `the erasure failed: the platform did not let ${lines} lines go` : 'the erasure failed';
  },
};

const afterFailure = {
  invalid_state:
    '"instances show" tells why a line was not removed; then "customers retry-erasure", or "instances force-release" first',
};
const unknownCustomer = { not_found: '"customers find PARTNER-ID" finds a customer' };

export const customers: Area = {
  name: 'customers',
  summary: "The customers of a partner, and the erasure of a customer's personal data",
  commands: [
    describe({
      name: 'customers find',
      summary: 'Find customers, whatever their status; that you looked stands in the audit trail',
      arguments: [partnerId()],
      options: [
        new Option('--customer-id <id>', 'the one with this ID'),
        new Option('--external-id <id>', "the one with this ID of the partner's"),
        new Option('--search <text>', 'those with the text in their name, e-mail address, external ID or phone number'),
      ],
      examples: [
        ['customers find PARTNER-ID --external-id 4711', "by the partner's own ID"],
        ['customers find PARTNER-ID --search jo@acme.example', 'every record of a person'],
      ],
      result: z.object({ customers: z.array(customer), total: z.number() }),
      show: ({ customers: all, total }) =>
        table(
          ['Customer ID', 'External ID', 'Name', 'E-mail', 'Phone', 'Status', 'Lines', 'Merged into'],
          all.map((it) => [
            it.customer_id,
            it.external_customer_id,
            it.customer_name,
            it.customer_email,
            it.customer_phone,
            it.status,
            it.instance_count,
            it.merged_into,
          ]),
          'There is no such customer.',
        ) + (total > all.length ? `\n\n${total - all.length} more: search for a longer part.` : ''),
    }),
    describe({
      name: 'customers erase',
      summary: "Erase a customer's personal data everywhere, and follow it to the end",
      arguments: [partnerId(), customerId()],
      examples: [
        ['customers erase PARTNER-ID CUSTOMER-ID', 'asks first; Ctrl-C ends the looking on, not the erasure'],
        ['customers erase PARTNER-ID CUSTOMER-ID --yes --no-wait', 'for a program that looks later'],
      ],
      question: (input) =>
        `Erase the personal data of ${String(input['customer_id'])}? Its lines are taken down, and nobody can bring the data back.`,
      remedies: { ...unknownCustomer, ...afterFailure },
      result: erasing,
      show,
      long: until,
    }),
    describe({
      name: 'customers retry-erasure',
      summary: 'Begin an erasure that failed anew, and follow it to the end',
      arguments: [partnerId(), customerId()],
      examples: [['customers retry-erasure PARTNER-ID CUSTOMER-ID', 'after the cause was dealt with']],
      remedies: { ...unknownCustomer, ...afterFailure },
      result: erasing,
      show,
      long: until,
    }),
    describe({
      name: 'customers erasure',
      summary: 'Show how far the erasure of a customer has come',
      arguments: [partnerId(), customerId()],
      examples: [['customers erasure PARTNER-ID CUSTOMER-ID', 'what is being done, and what is freed so far']],
      remedies: unknownCustomer,
      result: erasing,
      show,
    }),
  ],
};
