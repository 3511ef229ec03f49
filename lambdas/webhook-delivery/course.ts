import type { Milliseconds } from '../domain/time.ts';
import { afterSilence, promptWithin } from '../domain/webhook/pace.ts';
import type { OutboundResult } from '../outbound/client.ts';
import { changeOutbox } from '../store/webhooks/outbox.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import { exchangeOf, type Exchange } from './exchange.ts';

/** `probe`: to a paused endpoint, whose failure is nobody's attempt. */
export type DeliveryMode = 'attempt' | 'probe';

interface CourseOptions {
  readonly partnerId: string;
  readonly mode: DeliveryMode;
  /** After which an exchange is left to the worker for slow endpoints; null: it has the client's whole time. */
  readonly handOverAfter: Milliseconds | null;
  /** Whether an exchange without an answer is the last: the endpoint answered nobody for long. */
  readonly endsInSilence: boolean;
  /** When the last exchange may begin. */
  readonly until: Milliseconds;
}

/** How one worker sends to one endpoint for a while, and what it learns of it. */
export interface Course extends Pick<CourseOptions, 'mode' | 'handOverAfter'> {
  readonly exchanges: readonly Exchange[];
  /** Has an exchange made, and watches it. */
  readonly watch: (send: () => Promise<OutboundResult>) => Promise<Exchange>;
  /** Whether another exchange may begin. */
  readonly goesOn: () => boolean;
  /** Whether an endpoint that was taken for fast left an exchange without an answer for a second. */
  readonly turnedSlow: () => boolean;
  /** Resolved when the endpoint has answered, or turned slow. */
  readonly news: Promise<void>;
  readonly hasNews: () => boolean;
  /** Resolved when other workers can know that the endpoint turned slow. */
  readonly told: () => Promise<unknown>;
}

/** Writes it where other workers look. When that fails, the outcomes of the exchanges say it again. */
const tellSilence = async (deps: DeliveryDeps, partnerId: string): Promise<void> => {
  await changeOutbox(deps.table, deps.retryPolicy, partnerId, (record) => {
    const pace = afterSilence(record.pace);
    return pace === record.pace ? null : { record: { ...record, pace }, clauses: [] };
  });
};

export const openCourse = (deps: DeliveryDeps, options: CourseOptions): Course => {
  const { partnerId, mode, handOverAfter, endsInSilence, until } = options;
  const { promise: news, resolve: hear } = Promise.withResolvers<undefined>();
  const exchanges: Exchange[] = [];
  let hasNews = false;
  let telling: Promise<unknown> | null = null;
  const onNews = (): void => {
    hasNews = true;
    hear(undefined);
  };
  const onSilence = (): void => {
    if (handOverAfter === null) return;
    telling ??= Promise.allSettled([tellSilence(deps, partnerId)]);
    onNews();
  };
  const onEnd = (exchange: Exchange): void => {
    exchanges.push(exchange);
    if (exchange.milliseconds >= promptWithin) onSilence();
    if (!exchange.answered) return;
    deps.answers.set(partnerId, deps.clock());
    onNews();
  };
  const isOver = (): boolean =>
    telling !== null || exchanges.some(({ outcome, answered }) => outcome === 'gone' || (endsInSilence && !answered));
  return {
    mode,
    handOverAfter,
    exchanges,
    watch: async (send) => {
      const cancel = deps.after(promptWithin, onSilence);
      try {
        const exchange = exchangeOf(await send(), handOverAfter !== null);
        onEnd(exchange);
        return exchange;
      } finally {
        cancel();
      }
    },
    goesOn: () => deps.clock() < until && !isOver(),
    turnedSlow: () => telling !== null,
    news,
    hasNews: () => hasNews,
    told: () => telling ?? Promise.resolve(),
  };
};
