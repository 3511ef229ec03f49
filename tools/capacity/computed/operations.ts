import { assumptions } from '../assumptions.ts';
import { journalSizes } from '../recording/journal-sizes.ts';
import { readRecording, type RecordedItem, type RecordedOperation } from '../recording/recording.ts';

/** What the calls of an operation cost. */
export interface Cost {
  readonly read: number;
  readonly write: number;
  /** Write units of the index `due`. */
  readonly due: number;
  /** The time of its rounds. */
  readonly milliseconds: number;
}

export const itemsOf = (operation: RecordedOperation): readonly RecordedItem[] =>
  operation.flatMap((round) => round.flatMap(({ items }) => items));

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);

const { transactionTime, writeTime, readTime } = assumptions;

export const costOf = (operation: RecordedOperation): Cost => {
  const items = itemsOf(operation);
  const roundTime = (round: RecordedOperation[number]): number =>
    Math.max(
      ...round.map((call) =>
        call.transaction ? transactionTime : call.items.some(({ write }) => write > 0) ? writeTime : readTime,
      ),
    );
  return {
    read: sum(items.map(({ read }) => read)),
    write: sum(items.map(({ write }) => write)),
    due: sum(items.flatMap(({ due }) => due.map(([, units]) => units))),
    milliseconds: sum(operation.map(roundTime)),
  };
};

/** The operation with only the wanted items. */
export const only = (operation: RecordedOperation, isWanted: (item: RecordedItem) => boolean): RecordedOperation =>
  operation
    .map((round) => round.map((call) => ({ ...call, items: call.items.filter(isWanted) })))
    .map((round) => round.filter(({ items }) => items.length > 0))
    .filter((round) => round.length > 0);

const recording = readRecording();

export const recorded = (name: string): RecordedOperation => {
  const operation = recording[name];
  if (operation === undefined) throw new Error(`"${name}" is not recorded; npm run capacity -- --record`);
  return operation;
};

const isLease = ({ pk }: RecordedItem): boolean => pk.endsWith('#RATE');
/** An environment reads the publishable keys once for all callers. */
const isStage = ({ pk }: RecordedItem): boolean => pk === 'STAGE';

interface Route {
  /** In an environment that has cached its caller, and in one that has not. */
  readonly known: RecordedOperation;
  readonly unknown: RecordedOperation;
  /** Takes tokens of the rate limit. */
  readonly lease: RecordedOperation;
}

const routes = new Map<string, Route>();

export const routeOf = (name: string): Route => {
  const cold = recorded(`${name}, unknown caller`);
  const route = routes.get(name) ?? {
    known: recorded(name),
    unknown: only(cold, (item) => !isLease(item) && !isStage(item)),
    lease: only(cold, isLease),
  };
  routes.set(name, route);
  return route;
};

/** The recorded batches next to a size, and how often each is taken, so that the mean is interpolated. */
export const batchesOf = (
  nameOf: (size: number) => string,
  size: number,
): readonly { readonly operation: RecordedOperation; readonly times: number }[] => {
  const sizes = journalSizes.filter((some) => nameOf(some) in recording);
  const high = sizes.find((some) => some >= size) ?? sizes.at(-1) ?? 1;
  const low = sizes.findLast((some) => some < high) ?? high;
  const share = high === low ? 1 : Math.min(1, (size - low) / (high - low));
  return [
    { operation: recorded(nameOf(high)), times: share },
    { operation: recorded(nameOf(low)), times: 1 - share },
  ];
};
