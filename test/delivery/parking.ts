import type { BlockLimits } from '@swift-worker/time-index/block-list.ts';
import type { DeliveryIndex } from '@swift-worker/time-index/delivery-index.ts';
import { packEvent, unpackEvent } from '@swift-worker/time-index/event-codec.ts';
import type { DeliveryEvent, DeliveryStatus } from '@swift-worker/time-index/event.ts';
import { parkedEvents, type Statuses } from '../../lambdas/domain/delivery/new-events.ts';
import type { ParkedReport } from '../../lambdas/domain/delivery/parked-report.ts';
import type { WaitingReport } from '../../lambdas/domain/delivery/waiting-report.ts';
import { foldBatch } from '../../lambdas/reports/fold-parked.ts';
import { foldAll } from '../../lambdas/reports/fold-tail.ts';
import type { JournalDeps } from '../../lambdas/reports/journal-reports.ts';
import { chunksOf, unpackChunk } from '../../lambdas/store/delivery/chunk-codec.ts';
import { scopePartition, type DeliveryScope } from '../../lambdas/store/delivery/keys.ts';
import type { ReadWaiting } from '../../lambdas/store/delivery/waiting-reports.ts';
import { keepAll } from '../reports/keep-all.ts';
import { inScope } from './oracle.ts';
import { partnerId } from './reports.ts';

const retryPolicy = { sleep: () => Promise.resolve(), random: () => 0 };
const watch = () => Promise.resolve();

type Messages = ReadonlyMap<string, ReadonlyMap<DeliveryStatus, DeliveryEvent>>;

interface Parked {
  readonly partnerId: string;
  readonly scope: DeliveryScope | null;
  readonly reports: readonly ParkedReport[];
}

/** The journal of a partner, and its parked reports, in memory. */
export class Parking {
  readonly #messages: Messages;
  readonly #limits: BlockLimits;
  readonly #onError: (error: unknown) => void;
  readonly #chunks = new Map<string, readonly WaitingReport[]>();
  #parked: readonly Parked[] = [];

  constructor(messages: Messages, limits: BlockLimits, onError: (error: unknown) => void) {
    this.#messages = messages;
    this.#limits = limits;
    this.#onError = onError;
  }

  /** A worker of the stream. A crashed worker writes nothing more. */
  rollup(isDead: () => boolean): JournalDeps {
    const unlessDead = (act: () => void): Promise<void> => {
      if (isDead()) return Promise.reject(new Error('dead'));
      act();
      return Promise.resolve();
    };
    return {
      retryPolicy,
      forget: keepAll,
      onError: this.#onError,
      clock: () => 0,
      watch: () => Promise.resolve(),
      sendToFailedQueue: (_, error) => Promise.reject(new Error('a record went to the failed queue', { cause: error })),
      journal: (_, reports) =>
        unlessDead(() => {
          this.#journal(reports);
        }),
      park: (_, reports) =>
        unlessDead(() => {
          this.#park(null, reports);
        }),
    };
  }

  /** Folds some chunks, or all. What a crashed worker folded stays in the journal. */
  async fold(index: DeliveryIndex, isDead: () => boolean, most: number): Promise<void> {
    const chunks = Array.from(this.#chunks).slice(0, most);
    const reports = chunks.flatMap(([, some]) => some);
    const park = (_: string, scope: DeliveryScope, own: readonly ParkedReport[]): Promise<void> => {
      if (isDead()) return Promise.reject(new Error('dead'));
      this.#park(scope, own);
      return Promise.resolve();
    };
    const deps = { index, retryPolicy, watch, park, limits: this.#limits, onError: this.#onError, clock: () => 0 };
    await foldAll(deps, partnerId, reports, Infinity);
    if (isDead()) return;
    for (const [name] of chunks) this.#chunks.delete(name);
  }

  /** Folds some of the parked reports into the index. */
  async unpark(index: DeliveryIndex, most: number): Promise<void> {
    const readMessages = (names: readonly string[]): Promise<ReadonlyMap<string, Statuses>> =>
      Promise.resolve(new Map(names.map((name) => [name, this.#statusesOf(name)])));
    const journal = (_: string, reports: readonly WaitingReport[]): Promise<void> => {
      this.#journal(reports);
      return Promise.resolve();
    };
    for (const parked of this.#parked.slice(0, most)) {
      await foldBatch(
        { index, retryPolicy, watch, limits: this.#limits, forget: keepAll, readMessages, journal },
        parked,
        parked.reports,
      );
      this.#parked = this.#parked.filter((other) => other !== parked);
    }
  }

  /** What readers find beside the index. */
  readonly waiting: ReadWaiting = (scope) => {
    const journalled = Array.from(this.#chunks.values()).flat();
    const own = this.#parked.filter((one) => one.scope !== null && scopePartition(one.scope) === scopePartition(scope));
    const untaken = own.flatMap(({ reports }) =>
      reports.flatMap((report) => parkedEvents(this.#statusesOf(report.message), report)),
    );
    const events = [...journalled, ...untaken].map(({ event }) => event);
    return Promise.resolve(events.filter((event) => inScope(scope, event)));
  };

  #journal(reports: readonly WaitingReport[]): void {
    for (const { name, body } of chunksOf(partnerId, reports)) this.#chunks.set(name, unpackChunk(partnerId, body));
  }

  #park(scope: DeliveryScope | null, reports: readonly ParkedReport[]): void {
    this.#parked = [...this.#parked, { partnerId, scope, reports }];
  }

  #statusesOf(message: string): Statuses {
    const events = this.#messages.get(message) ?? new Map<DeliveryStatus, DeliveryEvent>();
    return new Map(Array.from(events, ([status, event]) => [status, unpackEvent(packEvent(event))]));
  }
}
