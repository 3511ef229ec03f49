import type { Invariant } from './invariant.ts';
import { changesOf, textOf, type Watch } from './watch.ts';

/** The moves between states that sections 5 and 11 of the decisions name. */
const moves: Readonly<Record<string, readonly string[]>> = {
  active: ['inactive', 'merged', 'erasing'],
  inactive: ['active', 'merged', 'erasing'],
  merged: ['erasing'],
  erasing: ['erased', 'erasure_failed'],
  erasure_failed: ['erasing'],
  erased: [],
};

const historyOf = /^P#[^#]+#C#([0-9a-f-]{36}) H#(\d+)$/;

/** A customer shows so many of its lines at most. */
const shownInstances = 50;

export const customerWatches: readonly Watch[] = [
  {
    rule: 'the status of a customer follows the state table',
    begin: () => (commit) =>
      changesOf('customer', commit).flatMap(({ id, before, after }) => {
        const [from, to] = [textOf(before, 'status'), textOf(after, 'status')];
        if (to === null) return [`${id} was deleted`];
        const isAllowed = from === null ? to === 'active' : moves[from]?.includes(to);
        return from === to || isAllowed === true ? [] : [`${id}: from ${String(from)} to ${to}`];
      }),
  },
  {
    rule: 'the entries of a history are numbered without holes, and stay',
    begin: () => {
      const last = new Map<string, number>();
      return (commit) =>
        commit.flatMap(({ keys: { pk, sk }, oldImage, newImage }) => {
          const [, customer, digits] = historyOf.exec(`${pk} ${sk}`) ?? [];
          if (customer === undefined) return [];
          if (newImage === undefined) return [`${pk} ${sk} was deleted`];
          if (oldImage !== undefined) return [];
          const before = last.get(customer) ?? 0;
          last.set(customer, Math.max(before, Number(digits)));
          return Number(digits) === before + 1 ? [] : [`${pk} ${sk} comes after ${before}`];
        });
    },
  },
];

const statusOf = (value: Readonly<Record<string, unknown>>): unknown => value['status'];

/** The keys of an erased customer's record are not its own any more. */
const isStanding = ({ status }: { readonly status: string }): boolean => status !== 'erased';

export const customerRules: readonly Invariant[] = [
  {
    rule: 'an external id names one customer',
    broken: ({ customers }) =>
      Array.from(
        Map.groupBy(customers.filter(isStanding), ({ external_customer_id: id }) => id),
        ([id, some]) => (some.length > 1 ? `${String(id)}: ${some.map((one) => one.customer_id).join(', ')}` : ''),
      ).filter((text) => text !== ''),
  },
  {
    rule: 'a taken external id is that of its customer',
    broken: ({ customers, items }) =>
      items
        .filter(({ sk }) => sk === 'EXTERNAL_ID')
        .filter(
          ({ pk, customer_id: id }) =>
            !customers.some(
              (one) => one.customer_id === id && String(pk).endsWith(`#X#${String(one.external_customer_id)}`),
            ),
        )
        .map(({ pk, customer_id: id }) => `${String(pk)} of ${String(id)}`),
  },
  {
    rule: 'an active customer has no deactivation, and none goes on for ever',
    broken: ({ customers, items }) =>
      customers.flatMap(({ customer_id: id, status }) =>
        items
          .filter(({ pk, sk }) => String(pk).endsWith(`#C#${id}`) && sk === 'JOB#DEACTIVATE')
          .filter(({ finished }) => status === 'active' || finished !== true)
          .map(() => `${id} is ${status}`),
      ),
  },
  {
    rule: 'the list of a customer has each line as it is',
    broken: ({ items, lines }) =>
      lines.flatMap((one) => {
        const entry = items.find(
          ({ pk, sk }) => String(pk).endsWith(`#C#${one.partner_customer_id}`) && sk === `I#${one.id}`,
        );
        const isSame =
          entry?.['status'] === one.status &&
          entry['slot_state'] === one.slot_state &&
          entry['phone_number_id'] === one.platform_phone_number_id;
        return isSame ? [] : [`${one.id} is ${one.status}, and listed as ${JSON.stringify(entry)}`];
      }),
  },
  {
    rule: 'a customer counts and lists its lines',
    broken: ({ customers, lines }) =>
      customers.flatMap(({ customer_id: id, instance_count: count, instances }) => {
        const own = lines.filter(({ partner_customer_id: owner }) => owner === id);
        const isListed = instances.every((listed) => own.some((one) => listed.id === one.id));
        return own.length === count && Math.min(count, shownInstances) === instances.length && isListed
          ? []
          : [`${id}: ${own.length} lines, ${count} counted, ${instances.length} listed`];
      }),
  },
  {
    rule: 'a history has each entry once',
    broken: ({ customers }) =>
      customers.flatMap(({ customer_id: id, history, historyTotal: total }) => {
        const ids = new Set(history.map((entry) => entry.id));
        return ids.size === history.length && history.length === total
          ? []
          : [`${id}: ${total} counted, ${history.length} listed, ${ids.size} different`];
      }),
  },
  {
    rule: 'the history of a customer leads to its status',
    broken: ({ customers }) =>
      customers
        .filter(({ status }) => !status.startsWith('eras'))
        .flatMap(({ customer_id: id, status, history }) => {
          const changes = history.filter(
            ({ related, changed_fields: fields }) =>
              related.instance_id === undefined &&
              (related.source_customer_id ?? id) === id &&
              fields.includes('status'),
          );
          const ends = ['active', ...changes.map((entry) => statusOf(entry.new))];
          const isChain = changes.every((entry, index) => statusOf(entry.previous) === ends[index]);
          return isChain && ends.at(-1) === status ? [] : [`${id}: ${ends.join(', ')}; shown as ${status}`];
        }),
  },
  {
    rule: 'a merged customer has no line, and its target exists',
    broken: ({ customers }) =>
      customers
        .filter(({ status }) => status === 'merged')
        .filter(
          ({ instance_count: count, instances, slot, merged_into: target }) =>
            count > 0 ||
            instances.length > 0 ||
            (slot?.occupied ?? 0) > 0 ||
            !customers.some(({ customer_id: id }) => id === target),
        )
        .map(({ customer_id: id, instance_count: count }) => `${id}: ${count} lines`),
  },
];
