import type { BlockLimits } from '../../lambdas/domain/delivery/block-list.ts';
import type { DeliveryEvent, DeliveryStatus } from '../../lambdas/domain/delivery/event.ts';
import type { ParkedReport } from '../../lambdas/domain/delivery/parked-report.ts';
import { foldBatch } from '../../lambdas/parked-reports/fold-parked.ts';
import type { FoldReportsDeps } from '../../lambdas/report-rollup/fold-reports.ts';
import type { DeliveryIndex } from '../../lambdas/store/delivery/delivery-index.ts';
import { packEvent, unpackEvent } from '../../lambdas/store/delivery/event-codec.ts';
import type { DeliveryScope } from '../../lambdas/store/delivery/keys.ts';
import type { Statuses } from '../../lambdas/store/delivery/message-statuses.ts';
import { keepAll } from '../report-rollup/keep-all.ts';

const retryPolicy = { sleep: () => Promise.resolve(), random: () => 0 };
const watch = () => Promise.resolve();

type Messages = ReadonlyMap<string, ReadonlyMap<DeliveryStatus, DeliveryEvent>>;

interface Parked {
  readonly partnerId: string;
  readonly scope: DeliveryScope | null;
  readonly reports: readonly ParkedReport[];
}

/** Parked reports in memory. */
export class Parking {
  readonly #messages: Messages;
  readonly #limits: BlockLimits;
  readonly #onError: (error: unknown) => void;
  #parked: readonly Parked[] = [];

  constructor(messages: Messages, limits: BlockLimits, onError: (error: unknown) => void) {
    this.#messages = messages;
    this.#limits = limits;
    this.#onError = onError;
  }

  /** A worker of the stream, which parks nothing when it is dead. */
  rollup(index: DeliveryIndex, isDead: () => boolean): FoldReportsDeps {
    return {
      ...{ index, retryPolicy, watch, limits: this.#limits, forget: keepAll, onError: this.#onError, clock: () => 0 },
      setAside: (_, error) => Promise.reject(new Error('set aside', { cause: error })),
      park: (partnerId, scope, reports) => {
        if (isDead()) return Promise.reject(new Error('dead'));
        this.#parked = [...this.#parked, { partnerId, scope, reports }];
        return Promise.resolve();
      },
    };
  }

  /** Brings so many of what is parked to the index. */
  async unpark(index: DeliveryIndex, most: number): Promise<void> {
    const readMessages = (names: readonly string[]): Promise<ReadonlyMap<string, Statuses>> =>
      Promise.resolve(new Map(names.map((name) => [name, this.#statusesOf(name)])));
    for (const parked of this.#parked.slice(0, most)) {
      await foldBatch(
        { index, retryPolicy, watch, limits: this.#limits, forget: keepAll, readMessages },
        parked,
        parked.reports,
      );
      this.#parked = this.#parked.filter((other) => other !== parked);
    }
  }

  #statusesOf(message: string): Statuses {
    const events = this.#messages.get(message) ?? new Map<DeliveryStatus, DeliveryEvent>();
    return new Map(Array.from(events, ([status, event]) => [status, unpackEvent(packEvent(event))]));
  }
}
