import {
  afterExchange,
  afterNoAnswer,
  fast,
  mayStart,
  promptWithin,
  type EventQueue,
  type Pace,
  type Start,
  type Timed,
} from '../../../lambdas/domain/webhook/pace.ts';
import { decideAfter } from '../../../lambdas/domain/webhook/retry.ts';
import { production } from '../../../lib/stages.ts';
import { outboundLimits } from '../../../lambdas/outbound/client.ts';
import { assumptions } from '../assumptions.ts';
import { costOf, only, recorded, type Cost } from '../computed/operations.ts';
import { together, type Process } from './engine.ts';
import { Queue } from './queue.ts';
import type { World } from './world.ts';

/** An event that is delivered to its partner's endpoint. */
interface Sending {
  /** The number of the partner. */
  readonly partner: number;
  /** The time of its commit. */
  readonly since: number;
  /** Failed attempts so far. */
  readonly attempts: number;
}

interface Endpoints {
  /** Whether the endpoint of a partner answers now. */
  readonly answers: (partner: number) => boolean;
  readonly onDelivered: (sending: Sending) => void;
}

/** The state of a partner's endpoint, as in its outbox. A run ends before an endpoint is paused. */
interface Endpoint {
  pace: Pace;
  /** The concurrency slots that are taken. */
  slots: number;
}

/** An environment of the workers. It remembers when endpoints answered it last. */
type Worker = Map<number, number>;

/** The work on one partner's events of a batch. */
interface Course {
  readonly endpoint: Endpoint;
  readonly start: Extract<Start, { readonly kind: 'send' }>;
  readonly worker: Worker;
  /** Whether an exchange had no answer for a second. */
  turnedSlow: boolean;
}

interface Phase {
  /** For a partner's first event of a batch, and for each other. */
  readonly first: Cost;
  readonly other: Cost;
}

/** Calls to other than the event's own partition are made once for a partner's events of a batch. */
const phaseOf = (name: string): Phase => {
  const operation = recorded(name);
  return { first: costOf(operation), other: costOf(only(operation, ({ pk }) => pk === 'P#{partner}#C#{own}')) };
};

const costs = {
  fast: { before: phaseOf('delivery, before the exchange'), after: phaseOf('delivery, after an answer') },
  slow: { before: phaseOf('delivery, before a slow exchange'), after: phaseOf('delivery, after no answer') },
  silent: phaseOf('delivery, after a second of silence').first,
  handedOver: phaseOf('delivery, handed over').first,
  moved: phaseOf('delivery, to the slow queue').first,
  park: phaseOf('delivery, put aside').first,
} as const;

/** The queues of events and their workers, with the service's own planners of pace, slots and retries. */
export class Deliveries {
  readonly #world: World;
  readonly #to: Endpoints;
  readonly #queues: Readonly<Record<EventQueue, Queue<Sending>>>;
  readonly #endpoints = new Map<number, Endpoint>();
  readonly #idle: Worker[] = [];

  constructor(world: World, to: Endpoints) {
    this.#world = world;
    this.#to = to;
    const { webhookDelivery, slowWebhooks } = production.workers;
    const { senders, slowSenders } = world.setting.deployment;
    const queueOf = (name: EventQueue, batchSize: number, workers: number, pollers: 'all' | 'few'): Queue<Sending> =>
      world.watch(
        new Queue(world, name, { batchSize, concurrency: Math.ceil(workers * world.scale) }, pollers, (batch) =>
          this.#work(name, batch),
        ),
      );
    this.#queues = {
      event: queueOf('event', webhookDelivery.batchSize, senders, 'all'),
      slow: queueOf('slow', slowWebhooks.batchSize, slowSenders, 'few'),
    };
  }

  get waiting(): number {
    return this.#queues.event.waiting;
  }

  /** The stream brings the hint of a due event to its queue. */
  *send(queue: EventQueue, sending: Sending): Process {
    yield assumptions.streamDelay + assumptions.queueDelay;
    this.#queues[queue].put(sending);
  }

  *#work(queue: EventQueue, batch: readonly Sending[]): Process {
    const worker: Worker = this.#idle.pop() ?? new Map<number, number>();
    const partners = Map.groupBy(batch, ({ partner }) => partner);
    yield* together(
      this.#world.engine,
      Array.from(partners, ([partner, own]) => this.#deliverPartner(queue, partner, own, worker)),
    );
    this.#idle.push(worker);
  }

  *#deliverPartner(queue: EventQueue, partner: number, own: readonly Sending[], worker: Worker): Process {
    const endpoint = this.#endpoints.get(partner) ?? { pace: fast, slots: 0 };
    this.#endpoints.set(partner, endpoint);
    const answeredHere = worker.get(partner) ?? null;
    const start = mayStart(
      { pace: endpoint.pace, queue, answeredHere, slots: production.deliverySlots },
      this.#world.time,
    );
    if (start.kind === 'move') yield* this.#move(own, costs.moved);
    else if (start.slots !== null && endpoint.slots >= start.slots)
      for (const _ of own) yield* this.#world.run(costs.park);
    else yield* this.#sendAll(own, { endpoint, start, worker, turnedSlow: false });
  }

  *#sendAll(own: readonly Sending[], course: Course): Process {
    const { endpoint, start } = course;
    endpoint.slots += start.slots === null ? 0 : 1;
    yield assumptions.keyTime;
    const alone = start.exchanges === 1 ? own.slice(0, 1) : [];
    for (const sending of alone) yield* this.#deliver(sending, true, course);
    const rest = own.slice(alone.length);
    if (course.turnedSlow) yield* this.#move(rest, costs.moved);
    else {
      yield* together(
        this.#world.engine,
        rest.map((sending, place) => this.#deliver(sending, alone.length + place === 0, course)),
      );
    }
    endpoint.slots -= start.slots === null ? 0 : 1;
  }

  *#deliver(sending: Sending, isFirst: boolean, course: Course): Process {
    const world = this.#world;
    const path = course.start.handOverAfter === null ? costs.slow : costs.fast;
    const of = ({ first, other }: Phase): Cost => (isFirst ? first : other);
    yield assumptions.eventTime * (0.5 + world.random());
    yield* world.run(of(path.before));
    if (!this.#to.answers(sending.partner)) {
      yield* this.#unanswered(sending, course);
      return;
    }
    const milliseconds = assumptions.exchangeTime * (0.5 + world.random());
    yield milliseconds;
    yield* world.run(of(path.after));
    course.worker.set(sending.partner, world.time);
    this.#ended(course, { milliseconds, answered: true });
    this.#to.onDelivered(sending);
  }

  #ended({ endpoint }: Course, exchange: Timed): void {
    endpoint.pace = afterExchange(endpoint.pace, exchange, this.#world.time);
  }

  *#unanswered(sending: Sending, course: Course): Process {
    const world = this.#world;
    const { endpoint, start } = course;
    const milliseconds = start.handOverAfter ?? outboundLimits.milliseconds;
    yield promptWithin;
    if (start.handOverAfter !== null) {
      course.turnedSlow = true;
      const pace = afterNoAnswer(endpoint.pace);
      if (pace !== endpoint.pace) yield* world.run(costs.silent);
      endpoint.pace = pace;
    }
    yield milliseconds - promptWithin;
    this.#ended(course, { milliseconds, answered: false });
    if (start.handOverAfter !== null) yield* this.#move([sending], costs.handedOver);
    else {
      yield* world.run(costs.slow.after.first);
      world.engine.start(this.#again(sending));
    }
  }

  /** Moves events to the queue of slow endpoints. */
  *#move(own: readonly Sending[], cost: Cost): Process {
    for (const sending of own) {
      yield* this.#world.run(cost);
      this.#world.engine.start(this.send('slow', sending));
    }
  }

  /** Puts an event on the queue when its next attempt is due. */
  *#again(sending: Sending): Process {
    const { random, time } = this.#world;
    const number = sending.attempts + 1;
    const decision = decideAfter({ number, outcome: { kind: 'failed' }, now: time, random: random(), divisor: 1 });
    if (decision.kind !== 'again') return;
    yield decision.at - time;
    this.#queues.event.put({ ...sending, attempts: number });
  }
}
