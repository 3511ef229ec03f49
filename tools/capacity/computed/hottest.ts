import { recordId, recordShards, type SizeName, type Sizes } from '../../../lambdas/domain/size.ts';
import { shardsOf } from '../../../lambdas/kernel/due.ts';
import { queueNames } from '../../../lambdas/kernel/work.ts';
import { journalKeys, messageKey, messageName, stripeOfMessage } from '../../../lambdas/store/delivery/keys.ts';
import { mostLanes } from '../../../lambdas/store/table/count-lanes.ts';
import { keys } from '../../../lambdas/store/table/keys.ts';
import { spanKeyOf, type Counted } from '../../../lambdas/store/table/span-counts.ts';
import type { RecordedOperation } from '../recording/recording.ts';
import { itemsOf } from './operations.ts';

/** Whose operations a load has. */
export interface Population {
  readonly partners: number;
  /** Lines of each. */
  readonly lines: number;
  readonly size: SizeName;
}

/** The sizes of a partner that never changed. */
export const sizesOf = ({ size }: Population): Sizes =>
  size === 'standard' ? [] : [{ since: '1970-01-01T00:00:00.000Z', size }];

/** An operation of the population. */
interface Operation {
  readonly number: number;
  readonly size: SizeName;
  readonly partner: string;
  /** The id of a record of it. Its last digits, which choose a shard, are even. */
  readonly record: string;
  readonly phoneNumber: string;
}

const idOf = (number: number): string => `019a0000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** As many of each partner. */
export const operationsOf = (population: Population): readonly Operation[] => {
  const { partners, lines, size } = population;
  return Array.from({ length: partners * Math.ceil(10_000 / partners) }, (_, number) => ({
    number,
    size,
    partner: idOf(number % partners),
    record: recordId(sizesOf(population), idOf(number)),
    phoneNumber: `1065${String((number % partners) * lines + (number % Math.max(1, lines))).padStart(11, '0')}`,
  }));
};

type Planner = (operation: Operation) => string;

const countOf =
  (counted: Counted): Planner =>
  ({ number, partner, record }) => {
    // As many lanes as environments have after the first seconds of a load that needs them.
    const lanes = { pick: () => number % mostLanes, met: () => undefined };
    return spanKeyOf({ lanes }, partner, counted, 'C', record).pk;
  };

const messageOf = ({ number, partner, phoneNumber, size }: Operation) =>
  messageKey(partner, phoneNumber, { kind: 'message_id', value: `wamid.${number}` }, size);

/** The service's own planners of partitions, by their names in the recording. */
const planners: Readonly<Record<string, Planner>> = {
  '{customers}': ({ partner, record }) => keys.customer(partner, record).pk,
  '{instances}': ({ partner, record }) => keys.instance(partner, record).pk,
  '{customerCounts}': countOf('C'),
  '{instanceCounts}': countOf('I'),
  '{message}': (operation) => messageOf(operation).pk,
  '{journal}': (operation) =>
    journalKeys.tail(operation.partner, stripeOfMessage(messageName(messageOf(operation)))).pk,
  // Counters of calls are spread by their environments, and transitions by their instances; both evenly.
  '{usageFacts}': ({ number, partner, size }) =>
    keys.usageFact(partner, '2030-01-02', size === 'large' ? number % recordShards : null, '').pk,
};

const plannerOf = (template: string): Planner => {
  const planner = planners[template];
  if (planner !== undefined) return planner;
  const queue = queueNames.find((name) => template === `${name}#{shard}`);
  if (queue !== undefined) return ({ number }) => `${queue}#${number % shardsOf(queue)}`;
  return ({ partner }) => template.replace('{partner}', partner);
};

export type UnitKind = 'read' | 'write' | 'due';

/** The mean units of an operation in each partition. */
export type Spread = ReadonlyMap<string, { readonly name: string; readonly units: number }>;

const fewest = 100;

/** The units of each partition's template. A key that no two operations share is in no hot partition. */
const templatesOf = (recorded: RecordedOperation, kind: UnitKind): ReadonlyMap<string, number> => {
  const units = new Map<string, number>();
  for (const { pk, due, ...item } of itemsOf(recorded)) {
    for (const [template, amount] of kind === 'due' ? due : [[pk, item[kind]] as const]) {
      if (amount > 0 && !template.includes('{own}')) units.set(template, (units.get(template) ?? 0) + amount);
    }
  }
  return units;
};

/** Plans the partitions of many operations. Only the hottest are kept. */
export const spreadOf = (recorded: RecordedOperation, kind: UnitKind, operations: readonly Operation[]): Spread => {
  const partitions = new Map<string, { readonly name: string; readonly units: number }>();
  for (const [name, amount] of templatesOf(recorded, kind)) {
    const planner = plannerOf(name);
    for (const operation of operations) {
      const pk = planner(operation);
      partitions.set(pk, { name, units: (partitions.get(pk)?.units ?? 0) + amount / operations.length });
    }
  }
  return new Map([...partitions].toSorted(([, left], [, right]) => right.units - left.units).slice(0, fewest));
};
