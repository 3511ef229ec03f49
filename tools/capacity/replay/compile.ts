import type { Key } from '../../../lambdas/store/table/keys.ts';
import type { Cast, Names } from './cast.ts';
import { keyPlanNames, keyPlans, partitionPlanNames, partitionPlans } from './key-plans.ts';
import type { RecordedCall, RecordedItem, RecordedOperation } from './recording.ts';

/** An operation that can be replayed. Its keys are made for each cast. */
export type Operation = readonly (readonly Call[])[];

export interface Call {
  readonly transaction: boolean;
  readonly writes: boolean;
  readonly items: readonly CallItem[];
}

type TextMaker = (cast: Cast, names: Names) => string;

export interface CallItem {
  readonly isWrite: boolean;
  readonly label: string;
  /** The service's planner of the key; null: `pk` and `sk` are made from texts. */
  readonly plan: ((cast: Cast) => Key) | null;
  /** The same maker for all items of a partition, so that the key is made once. */
  readonly pk: TextMaker;
  readonly sk: TextMaker;
  readonly read: number;
  readonly write: number;
  readonly due: readonly { readonly partition: TextMaker; readonly units: number }[];
}

const isCastName = (name: string, cast: Cast): name is keyof Cast => name in cast;

/** The maker of each text. */
const makers = new Map<string, TextMaker>();

const makerOf = (template: string): TextMaker => {
  const known = makers.get(template);
  if (known !== undefined) return known;
  const made = filled(template);
  makers.set(template, made);
  return made;
};

/** `P#{partner}#C` with the ids of a cast in it. */
const filled = (template: string): TextMaker => {
  const whole = partitionPlanNames.find((name) => template === `{${name}}`);
  if (whole !== undefined) return partitionPlans[whole];
  const parts = template.split(/\{(\w+)\}/);
  if (parts.length === 1) return () => template;
  return (cast, names) => {
    let text = parts[0] ?? '';
    for (let index = 1; index < parts.length; index += 2) {
      const name = parts[index] ?? '';
      text += name === 'fresh' ? names.text() : isCastName(name, cast) ? cast[name] : '';
      text += parts[index + 1] ?? '';
    }
    return text;
  };
};

const planOf = (name: string | null): CallItem['plan'] => {
  if (name === null) return null;
  const plan = keyPlanNames.find((known) => known === name);
  if (plan === undefined) throw new Error(`the recording names the key ${name}, which has no planner: record again`);
  return keyPlans[plan];
};

const itemOf = (item: RecordedItem): CallItem => ({
  isWrite: item.verb !== 'get' && item.verb !== 'query',
  label: item.plan ?? item.pk,
  plan: planOf(item.plan),
  pk: makerOf(item.pk),
  sk: makerOf(item.sk),
  read: item.read,
  write: item.write,
  due: item.due.map(([partition, units]) => ({ partition: makerOf(partition), units })),
});

const callOf = ({ transaction, items }: RecordedCall): Call => {
  const compiled = items.map(itemOf);
  return { transaction, writes: compiled.some(({ isWrite }) => isWrite), items: compiled };
};

export const compiled = (recorded: RecordedOperation): Operation => recorded.map((round) => round.map(callOf));

/** The operation with only the wanted items, without empty rounds. */
export const only = (operation: Operation, isWanted: (item: CallItem) => boolean): Operation =>
  operation
    .map((round) =>
      round.flatMap((call) => {
        const items = call.items.filter(isWanted);
        return items.length === 0 ? [] : [{ ...call, items }];
      }),
    )
    .filter((round) => round.length > 0);
