import { Option } from 'commander';
import { z } from 'zod';
import { describe, type Area, type CommandInput, type LongWork } from '../description.ts';
import { customerId, partnerId } from '../fields.ts';
import { importFile, importProgress } from '../import/import-file.ts';
import { card, moment, table } from '../layout.ts';
import type { Stage } from '../stage.ts';

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
      erased: z.object({
        customers: z.number(),
        instances: z.number(),
        entries: z.number(),
        receipts: z.number(),
        events: z.number(),
      }),
      instances_failed: z.number(),
      customers_failed: z.number(),
      started_at: z.string(),
      ended_at: z.string().nullable(),
    })
    .nullable(),
});
type Erasing = z.infer<typeof erasing>;

/** What the person reads of each step. */
const doing: Readonly<Record<string, string>> = {
  instances: 'deactivating the instances',
  record: 'erasing the customer record',
  belongings: 'erasing the instances',
  merged: 'erasing the customers that were merged into it',
  history: 'erasing the history entries',
  others: 'erasing the entries about the customer in the histories of other customers',
  search: 'erasing the customer in the search index',
  imports: 'erasing the customer in imports',
  deliveries: 'erasing the delivery events',
  finish: 'writing the last commit',
};

const counts = ({
  customers: merged,
  instances,
  entries,
  receipts,
  events,
}: NonNullable<Erasing['erasure']>['erased']): string =>
  `${merged} merged customers, ${instances} instances, ${entries} history entries, ${receipts} stored responses, ${events} delivery events`;

const show = ({ customer_id: id, status, erasure }: Erasing): string =>
  card({
    'Customer ID': id,
    Status: status,
    ...(erasure !== null && {
      'Erasure ID': erasure.erasure_id,
      Started: moment(erasure.started_at),
      ...(erasure.state === 'running'
        ? { Step: doing[erasure.step] ?? erasure.step }
        : { Ended: moment(erasure.ended_at) }),
      Erased: counts(erasure.erased),
      ...(erasure.instances_failed > 0 && { 'Instances not removed': erasure.instances_failed }),
      ...(erasure.customers_failed > 0 && { 'Merged customers not erased': erasure.customers_failed }),
    }),
  });

/** The service does the work by itself; this only asks how far it is. */
const until: LongWork<Erasing> = {
  next: ({ status }, { partner_id, customer_id }: CommandInput) =>
    status === 'erasing' ? { name: 'customers erasure', input: { partner_id, customer_id } } : null,
  join: (_before, result) => result,
  progress: ({ erasure }) =>
    erasure === null
      ? 'the erasure begins …'
      : `${doing[erasure.step] ?? erasure.step} … erased so far: ${counts(erasure.erased)}`,
  pause: 1_000,
  failure: ({ status, erasure }) => {
    if (status !== 'erasure_failed') return null;
    const failed = erasure?.instances_failed ?? 0;
    const merged = erasure?.customers_failed ?? 0;
    if (merged > 0) return `the erasure failed: the erasures of ${merged} customers merged into it failed`;
    return failed > 0
      ? `the erasure failed: ${failed} of its instances could not be removed at the platform`
      : 'the erasure failed';
  },
};

const mergedCustomers = z.object({ customers: z.array(customer), is_whole: z.boolean() });

const names = ({ customers: all }: z.infer<typeof mergedCustomers>): readonly string[] =>
  all.map((it) => `  ${it.customer_id}  ${it.external_customer_id}  ${it.customer_name}`);

/** Names what the erasure erases beside the customer. */
const erasureQuestion = async (input: CommandInput, open: () => Promise<Stage>): Promise<string> => {
  const stage = await open();
  const { partner_id, customer_id } = input;
  const merged = mergedCustomers.parse(await stage.run('customers merged', { partner_id, customer_id }));
  const lines = names(merged);
  const others = [
    'The customers that were merged into it are erased with it:',
    ...lines,
    ...(merged.is_whole ? [] : ['  … and more']),
  ];
  const ask = `Erase the personal data of ${String(customer_id)}? Its instances are deactivated, and the data can't be restored.`;
  return lines.length === 0 && merged.is_whole ? ask : [...others, ask].join('\n');
};

const afterFailure = {
  invalid_state:
    '"instances show" shows why an instance was not removed; remove the cause, or run "instances force-release", then run "customers retry-erasure", which continues with merged customers too',
};
const unknownCustomer = { not_found: '"customers find PARTNER-ID" lists the customers of a partner' };

export const customers: Area = {
  name: 'customers',
  summary: "The customers of a partner, and the erasure of a customer's personal data",
  commands: [
    describe({
      name: 'customers find',
      summary: 'Find customers of any status; the audit trail records each search',
      arguments: [partnerId()],
      options: [
        new Option('--customer-id <id>', 'the customer with this ID'),
        new Option('--external-id <id>', "the customer with this external_customer_id, the partner's own ID"),
        new Option(
          '--search <text>',
          'customers with this text in their name, e-mail address, external ID or phone number',
        ),
      ],
      examples: [
        ['customers find PARTNER-ID --external-id 4711', "find a customer by the partner's own ID"],
        ['customers find PARTNER-ID --search jo@acme.example', 'find every record of a person'],
      ],
      result: z.object({ customers: z.array(customer), total: z.number() }),
      show: ({ customers: all, total }) =>
        table(
          ['Customer ID', 'External ID', 'Name', 'E-mail', 'Phone', 'Status', 'Instances', 'Merged into'],
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
        ) + (total > all.length ? `\n\n${total - all.length} more customers match. Search for a longer text.` : ''),
    }),
    importFile,
    importProgress,
    describe({
      name: 'customers merged',
      summary: 'List the customers that are erased with a customer, because they were merged into it',
      arguments: [partnerId(), customerId()],
      examples: [['customers merged PARTNER-ID CUSTOMER-ID', 'also through further customers; 50 at most']],
      remedies: unknownCustomer,
      result: mergedCustomers,
      show: (merged) =>
        merged.customers.length === 0 && merged.is_whole
          ? 'No customer was merged into it.'
          : [...names(merged), ...(merged.is_whole ? [] : ['  … and more'])].join('\n'),
    }),
    describe({
      name: 'customers erase',
      summary:
        "Erase a customer's personal data and that of the customers merged into it everywhere, and show the progress to the end",
      arguments: [partnerId(), customerId()],
      examples: [
        ['customers erase PARTNER-ID CUSTOMER-ID', 'asks first; Ctrl-C stops the display, not the erasure'],
        [
          'customers erase PARTNER-ID CUSTOMER-ID --yes --no-wait',
          'for a script: no question, and no wait for the end',
        ],
      ],
      question: erasureQuestion,
      remedies: { ...unknownCustomer, ...afterFailure },
      result: erasing,
      show,
      long: until,
    }),
    describe({
      name: 'customers retry-erasure',
      summary: 'Start a failed erasure again, and show the progress to the end',
      arguments: [partnerId(), customerId()],
      examples: [['customers retry-erasure PARTNER-ID CUSTOMER-ID', 'after you removed the cause']],
      remedies: { ...unknownCustomer, ...afterFailure },
      result: erasing,
      show,
      long: until,
    }),
    describe({
      name: 'customers erasure',
      summary: 'Show the progress of the erasure of a customer',
      arguments: [partnerId(), customerId()],
      examples: [['customers erasure PARTNER-ID CUSTOMER-ID', 'the current step, and what is erased so far']],
      remedies: unknownCustomer,
      result: erasing,
      show,
    }),
  ],
};
