import { foldThreshold } from '../../../lambdas/domain/delivery/waiting-report.ts';
import { retryPause } from '../../../lambdas/kernel/work.ts';
import { production } from '../../../lib/stages.ts';
import { assumptions, streamShards } from '../assumptions.ts';
import { messageName, stripeOfMessage } from '../../../lambdas/store/delivery/keys.ts';
import { keyPlans } from '../replay/key-plans.ts';
import { foldName, journalName, type PartnerShape } from '../replay/journal-sizes.ts';
import type { Cast } from '../replay/cast.ts';
import type { Operation } from '../replay/compile.ts';
import type { Operations } from '../replay/operations.ts';
import { together, type Process } from './engine.ts';
import type { Resource, ResourceReport } from './resource.ts';
import { RecordedSizes } from './recorded-sizes.ts';
import { StreamReader } from './stream.ts';
import type { World } from './world.ts';

/** A report that is not in its partner's journal yet. Searches find it there. */
export interface Reported {
  readonly cast: Cast;
  readonly since: number;
}

/** From lambdas/reports/tries.ts: how many partners of a batch are handled concurrently, and the tries of each. */
const concurrency = 8;
const mostTries = 3;
const firstPause = 100;

const stripeIn = (cast: Cast): number => stripeOfMessage(messageName(keyPlans.message(cast)));

interface Tail {
  pending: number;
  isFolding: boolean;
}

/** The stream readers with their journals, and the folds of journals that are due. */
export class Journals implements Resource {
  readonly reader: StreamReader<Reported>;
  readonly #world: World;
  readonly #batches: RecordedSizes;
  readonly #fold: Operation;
  readonly #threshold: number;
  readonly #customer: Operation;
  readonly #onJournalled: (reported: Reported) => void;
  readonly #tails = new Map<string, Tail>();
  #refused = 0;
  #folded = 0;
  /** Parked reports. */
  parked = 0;

  constructor(
    world: World,
    operations: Operations,
    of: { readonly shape: PartnerShape; readonly instances: number },
    onJournalled: (reported: Reported) => void,
  ) {
    this.#world = world;
    this.#batches = new RecordedSizes(operations, (size) => journalName(of.shape, size), world.random);
    this.#fold = operations.get(foldName(of.shape));
    this.#threshold = foldThreshold(of.instances);
    this.#customer = operations.get('journal, the customer');
    this.#onJournalled = onJournalled;
    const { batchSize, windowSeconds } = production.workers.journal;
    const { limits, engine } = world;
    const shards = streamShards(limits.tableWrites, limits.partitionWrites);
    const size = { batchSize, windowSeconds, parallelization: 1, recordBytes: assumptions.reportBytes };
    const take = (batch: readonly Reported[]): Process => this.#take(batch);
    this.reader = world.watched(new StreamReader(engine, 'journal', size, shards, limits, take));
  }

  beginCount(): void {
    this.#refused = 0;
    this.#folded = 0;
  }

  report(): readonly ResourceReport[] {
    const load = this.#refused === 0 ? 0 : this.#refused / (this.#refused + this.#folded);
    return [{ name: 'folds that are repeated', load, refused: this.#refused }];
  }

  *#take(batch: readonly Reported[]): Process {
    const partners = Map.groupBy(batch, ({ cast }) => cast.partner).values();
    const own = (reports: readonly Reported[]): Process => this.#journalAll(reports);
    const worker = function* (): Process {
      for (const reports of partners) yield* own(reports);
    };
    yield* together(this.#world.engine, Array.from({ length: concurrency }, worker));
  }

  /** A partner's reports, stripe after stripe. */
  *#journalAll(reports: readonly Reported[]): Process {
    const stripes = Map.groupBy(reports, ({ cast }) => stripeIn(cast));
    for (const [, own] of stripes) yield* this.#journal(own, 0);
  }

  /** @param failures how often the reports were parked before */
  *#journal(reports: readonly Reported[], failures: number): Process {
    const [first] = reports;
    if (first === undefined) return;
    const world = this.#world;
    yield* world.run(this.#customer, first.cast);
    for (let tries = 1; tries <= mostTries; tries += 1) {
      if ((yield* world.run(this.#batches.of(reports.length), first.cast)) === 'done') {
        for (const reported of reports) this.#onJournalled(reported);
        this.#added(first.cast, reports.length);
        return;
      }
      yield firstPause * 2 ** tries * (0.5 + world.random());
    }
    this.parked += reports.length;
    world.engine.start(this.#journalLater(reports, failures + 1));
  }

  *#journalLater(reports: readonly Reported[], failures: number): Process {
    yield retryPause('parkedReports', failures) * (0.5 + this.#world.random());
    this.parked -= reports.length;
    yield* this.#journal(reports, failures);
  }

  #added(cast: Cast, count: number): void {
    const name = `${cast.partner} ${stripeIn(cast)}`;
    const tail = this.#tails.get(name) ?? { pending: 0, isFolding: false };
    this.#tails.set(name, tail);
    tail.pending += count;
    if (tail.isFolding || tail.pending < this.#threshold) return;
    tail.isFolding = true;
    this.#world.engine.start(this.#foldTail(cast, tail));
  }

  /** Folds as many reports at a time as the recorded fold, until fewer are left. */
  *#foldTail(cast: Cast, tail: Tail): Process {
    while (tail.pending >= this.#threshold) {
      if ((yield* this.#world.run(this.#fold, cast)) === 'done') {
        this.#folded += 1;
        tail.pending -= this.#threshold;
      } else {
        this.#refused += 1;
        yield retryPause('reportFold', 1) * (0.5 + this.#world.random());
      }
    }
    tail.isFolding = false;
  }
}
