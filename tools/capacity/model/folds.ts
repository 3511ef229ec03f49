import { retryPause } from '../../../lambdas/domain/work.ts';
import { production } from '../../../lib/stages.ts';
import { assumptions, streamShards } from '../assumptions.ts';
import { partitionPlans } from '../replay/key-plans.ts';
import { foldName, foldSizes, scopeKinds, type PartnerShape, type ScopeKind } from '../replay/fold-sizes.ts';
import type { Cast } from '../replay/cast.ts';
import type { Operation } from '../replay/compile.ts';
import type { Operations } from '../replay/operations.ts';
import { together, type Process } from './engine.ts';
import type { Resource, ResourceReport } from './resource.ts';
import { StreamReader } from './stream.ts';
import type { World } from './world.ts';

/** A report on its way to the indexes. */
export interface Reported {
  readonly cast: Cast;
  readonly since: number;
  /** Scopes whose index it is not in yet. */
  left: number;
}

/** Of lambdas/report-rollup/fold-reports.ts: scopes that one batch folds at the same time, and tries of each. */
const concurrency = 8;
const mostTries = 3;
const firstPause = 100;

interface Scope {
  readonly kind: ScopeKind;
  readonly name: string;
  readonly cast: Cast;
  readonly reports: Reported[];
}

/** `slow`: a single call was throttled, which is tried again; `refused`: the commit was, and the scope is parked. */
type FoldOutcome = 'done' | 'overtaken' | 'slow' | 'refused';

/** The roll-up: batches of the stream, folded scope by scope; what a scope does not take is parked, and folded later. */
export class Folds implements Resource {
  readonly reader: StreamReader<Reported>;
  readonly #world: World;
  readonly #ladders: Readonly<Record<ScopeKind, readonly RecordedFold[]>>;
  readonly #customer: Operation;
  readonly #onFolded: (reported: Reported) => void;
  /** Versions of the scopes: a fold that another one overtook begins again. */
  readonly #versions = new Map<string, number>();
  #overtaken = 0;
  #folded = 0;
  /** Scopes that wait parked. */
  parked = 0;

  constructor(world: World, operations: Operations, shape: PartnerShape, onFolded: (reported: Reported) => void) {
    this.#world = world;
    this.#ladders = {
      partner: ladderOf(operations, shape, 'partner'),
      customer: ladderOf(operations, shape, 'customer'),
      instance: ladderOf(operations, shape, 'instance'),
    };
    this.#customer = operations.get('fold, the customer');
    this.#onFolded = onFolded;
    const { batchSize, windowSeconds } = production.workers.reportRollup;
    const { limits, engine } = world;
    const shards = streamShards(limits.tableWrites, limits.partitionWrites);
    const size = { batchSize, windowSeconds, parallelization: 1, recordBytes: assumptions.reportBytes };
    const fold = (batch: readonly Reported[]): Process => this.#fold(batch);
    this.reader = world.watched(new StreamReader(engine, 'report-rollup', size, shards, limits, fold));
  }

  beginCount(): void {
    this.#overtaken = 0;
    this.#folded = 0;
  }

  report(): readonly ResourceReport[] {
    const load = this.#overtaken === 0 ? 0 : this.#overtaken / (this.#overtaken + this.#folded);
    return [{ name: 'folds of one scope at once', load, refused: this.#overtaken }];
  }

  *#fold(batch: readonly Reported[]): Process {
    const partners = Array.from(Map.groupBy(batch, ({ cast }) => cast.partner).values());
    yield* this.#side(partners, (own) => this.#readCustomers(own));
    yield* this.#side(scopesOf(batch), (scope) => this.#foldScope(scope, 0));
  }

  /** Runs tasks, a few at a time. */
  *#side<T>(tasks: readonly T[], run: (task: T) => Process): Process {
    const waiting = tasks.values();
    const worker = function* (): Process {
      for (const task of waiting) yield* run(task);
    };
    yield* together(this.#world.engine, Array.from({ length: concurrency }, worker));
  }

  *#readCustomers(own: readonly Reported[]): Process {
    const [first] = own;
    if (first !== undefined) yield* this.#world.run(this.#customer, first.cast);
  }

  /** @param failures times that the scope was parked before */
  *#foldScope(scope: Scope, failures: number): Process {
    const { pauses, random } = this.#world;
    const [read = [], ...writes] = this.#operationOf(scope.kind, scope.reports.length);
    for (let overtaken = 0, slow = 1; overtaken < pauses.length && slow <= mostTries;) {
      const outcome = yield* this.#tryFold(scope, read, writes);
      if (outcome === 'done') {
        for (const reported of scope.reports) this.#taken(reported);
        return;
      }
      if (outcome === 'refused') break;
      if (outcome === 'overtaken') yield (pauses[overtaken++] ?? 0) * random();
      else yield firstPause * 2 ** slow++ * (0.5 + random());
    }
    this.parked += 1;
    this.#world.engine.start(this.#foldLater(scope, failures + 1));
  }

  *#foldLater(scope: Scope, failures: number): Process {
    yield retryPause('parkedReports', failures) * (0.5 + this.#world.random());
    this.parked -= 1;
    yield* this.#foldScope(scope, failures);
  }

  #taken(reported: Reported): void {
    reported.left -= 1;
    if (reported.left === 0) this.#onFolded(reported);
  }

  /** Reads the scope, writes segments, and replaces what was read unless another fold has overtaken this one. */
  *#tryFold({ name, cast }: Scope, read: Operation[number], writes: Operation): Process<FoldOutcome> {
    const world = this.#world;
    const version = this.#versions.get(name) ?? 0;
    if ((yield* world.run([read], cast)) !== 'done') return 'slow';
    if ((yield* world.run(writes.slice(0, -1), cast)) !== 'done') return 'slow';
    if ((this.#versions.get(name) ?? 0) !== version) {
      this.#overtaken += 1;
      return 'overtaken';
    }
    // From here on every other fold that has read is overtaken.
    this.#versions.set(name, version + 1);
    if ((yield* world.run(writes.slice(-1), cast)) !== 'done') return 'refused';
    this.#folded += 1;
    return 'done';
  }

  /** Between two recorded sizes one or the other, so that the mean is what lies between. */
  #operationOf(kind: ScopeKind, count: number): Operation {
    const ladder = this.#ladders[kind];
    const above = ladder.findIndex(({ size }) => size >= count);
    const high = ladder.at(above);
    const low = above > 0 ? ladder[above - 1] : high;
    if (high === undefined || low === undefined) throw new Error(`no fold of a ${kind} is recorded`);
    const share = high === low ? 0 : (count - low.size) / (high.size - low.size);
    return this.#world.random() < share ? high.operation : low.operation;
  }
}

interface RecordedFold {
  readonly size: number;
  readonly operation: Operation;
}

/** The recorded folds of a scope, the smallest first. */
const ladderOf = (operations: Operations, shape: PartnerShape, kind: ScopeKind): readonly RecordedFold[] =>
  foldSizes.flatMap((size) => {
    const name = foldName(shape, kind, size);
    return operations.has(name) ? [{ size, operation: operations.get(name) }] : [];
  });

const scopeNames: Readonly<Record<ScopeKind, (cast: Cast) => string>> = {
  partner: partitionPlans.partnerReports,
  customer: partitionPlans.customerReports,
  instance: partitionPlans.instanceReports,
};

/** How many indexes take a report in. */
export const scopesOfReport = scopeKinds.length;

const scopesOf = (batch: readonly Reported[]): readonly Scope[] => {
  const scopes = new Map<string, Scope>();
  for (const reported of batch) {
    for (const kind of scopeKinds) {
      const name = scopeNames[kind](reported.cast);
      const existing = scopes.get(name);
      if (existing === undefined) scopes.set(name, { kind, name, cast: reported.cast, reports: [reported] });
      else existing.reports.push(reported);
    }
  }
  return Array.from(scopes.values());
};
