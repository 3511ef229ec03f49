import type { Milliseconds } from '../../kernel/time.ts';
import { afterNoAnswer, promptWithin } from '../../domain/webhook/pace.ts';
import type { OutboundResult } from '../../outbound/client.ts';
import { changeOutboxOf } from '../../store/webhooks/endpoint-outbox.ts';
import type { WebhookEndpoint } from '../../store/webhooks/webhook-endpoints.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import { exchangeOf, type Exchange } from './exchange.ts';
import type { Target } from './target.ts';

/** `probe`: the endpoint is paused, and a failure is not counted as an attempt. */
export type DeliveryMode = 'attempt' | 'probe';

interface EndpointRunOptions {
  readonly target: Target;
  readonly mode: DeliveryMode;
  /** The time after which an exchange is handed over to the slow queue; null: the exchange has the client's full timeout. */
  readonly handOverAfter: Milliseconds | null;
  /** Whether the run ends after an exchange without a response, because the endpoint has not answered for long. */
  readonly stopsWhenUnanswered: boolean;
  /** When the last exchange may begin. */
  readonly until: Milliseconds;
}

/** The exchanges of one worker with one endpoint during a batch, and what they show about the endpoint. */
export interface EndpointRun extends Pick<EndpointRunOptions, 'target' | 'mode' | 'handOverAfter'> {
  readonly exchanges: readonly Exchange[];
  /** Makes an exchange and measures it. */
  readonly watch: (send: () => Promise<OutboundResult>) => Promise<Exchange>;
  /** Whether another exchange may begin. */
  readonly mayContinue: () => boolean;
  /** Whether the endpoint, which was fast, left an exchange without a response for a second. */
  readonly turnedSlow: () => boolean;
  /** Resolves when the endpoint has answered or has become slow. */
  readonly paceKnown: Promise<void>;
  readonly isPaceKnown: () => boolean;
  /** Resolves when the outbox records that the endpoint is slow, if it is. */
  readonly slowRecorded: () => Promise<unknown>;
}

/** Records in the outbox that the endpoint is slow. When that fails, `recordOutcomes` records it later. */
const recordSlow = (deps: DeliveryDeps, { endpoint, outbox: { partnerId } }: Target): Promise<boolean> =>
  changeOutboxOf(deps.table, deps.retryPolicy, partnerId, endpoint, (record) => {
    const pace = afterNoAnswer(record.pace);
    return pace === record.pace ? null : { record: { ...record, pace }, clauses: [] };
  });

/** An endpoint with another URL has not answered yet. */
const answerKey = ({ id, revision }: WebhookEndpoint): string => `${id}#${revision}`;

/** When the endpoint last answered this environment; null when that is not cached. */
export const lastAnswerOf = ({ answers }: DeliveryDeps, endpoint: WebhookEndpoint): Milliseconds | null =>
  answers.get(answerKey(endpoint)) ?? null;

export const openEndpointRun = (deps: DeliveryDeps, options: EndpointRunOptions): EndpointRun => {
  const { target, mode, handOverAfter, stopsWhenUnanswered, until } = options;
  const { promise: paceKnown, resolve: resolvePace } = Promise.withResolvers<undefined>();
  const exchanges: Exchange[] = [];
  let isPaceKnown = false;
  let recording: Promise<unknown> | null = null;
  const onPaceKnown = (): void => {
    isPaceKnown = true;
    resolvePace(undefined);
  };
  const onSlow = (): void => {
    if (handOverAfter === null) return;
    recording ??= Promise.allSettled([recordSlow(deps, target)]);
    onPaceKnown();
  };
  const onEnd = (exchange: Exchange): void => {
    exchanges.push(exchange);
    if (exchange.milliseconds >= promptWithin) onSlow();
    if (!exchange.answered) return;
    deps.answers.set(answerKey(target.endpoint), deps.clock());
    onPaceKnown();
  };
  const isOver = (): boolean =>
    recording !== null ||
    exchanges.some(({ outcome, answered }) => outcome === 'gone' || (stopsWhenUnanswered && !answered));
  return {
    target,
    mode,
    handOverAfter,
    exchanges,
    watch: async (send) => {
      const cancel = deps.after(promptWithin, onSlow);
      try {
        const exchange = exchangeOf(await send(), handOverAfter !== null, deps.clock());
        onEnd(exchange);
        return exchange;
      } finally {
        cancel();
      }
    },
    mayContinue: () => deps.clock() < until && !isOver(),
    turnedSlow: () => recording !== null,
    paceKnown,
    isPaceKnown: () => isPaceKnown,
    slowRecorded: () => recording ?? Promise.resolve(),
  };
};
