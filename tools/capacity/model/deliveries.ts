import { admit } from '../../../lambdas/domain/webhook/endpoint-health.ts';
import { mayStart, promptWithin, type EventQueue, type Start } from '../../../lambdas/domain/webhook/pace.ts';
import { decideAfter } from '../../../lambdas/domain/webhook/retry.ts';
import { production } from '../../../lib/stages.ts';
import { outboundLimits } from '../../../lambdas/outbound/client.ts';
import { assumptions } from '../assumptions.ts';
import type { Cast } from '../replay/cast.ts';
import type { Operations } from '../replay/operations.ts';
import { deliveryOperations, type DeliveryOperations, type Phase } from './delivery-operations.ts';
import { Endpoints, type Endpoint } from './endpoints.ts';
import { together, type Process } from './engine.ts';
import { Queue } from './queue.ts';
import { Secrets, type Worker } from './secrets.ts';
import type { World } from './world.ts';

/** An event that is delivered to its partner's endpoint. */
export interface Sending {
  readonly cast: Cast;
  /** The number of the partner. */
  readonly partner: number;
  /** The time of its commit. */
  readonly since: number;
  /** Failed attempts so far. */
  readonly attempts: number;
}

export interface EndpointOptions {
  /** Whether the endpoint of a partner answers now. */
  readonly answers: (partner: number) => boolean;
  readonly onDelivered: (sending: Sending) => void;
  readonly onLost: (sending: Sending) => void;
}

/** The work on one partner's events of a batch. */
interface Course {
  readonly endpoint: Endpoint;
  readonly start: Extract<Start, { readonly kind: 'send' }>;
  readonly worker: Worker;
  /** Whether an exchange had no answer for a second. */
  turnedSlow: boolean;
}

/** The queues of events and their workers, with the service's own planners of pace, health and slots. */
export class Deliveries {
  readonly queues: Readonly<Record<EventQueue, Queue<Sending>>>;
  readonly #world: World;
  readonly #options: EndpointOptions;
  readonly #secrets: Secrets;
  readonly #operations: DeliveryOperations;
  readonly #endpoints = new Endpoints();
  /** Events that were put aside for their endpoint. */
  held = 0;

  constructor(world: World, operations: Operations, options: EndpointOptions) {
    const { engine, limits, deployment } = world;
    const { webhookDelivery, slowWebhooks } = production.workers;
    this.#world = world;
    this.#options = options;
    this.#secrets = world.watched(new Secrets(world));
    this.#operations = deliveryOperations(operations);
    const queueOf = (name: EventQueue, batchSize: number, concurrency: number): Queue<Sending> => {
      const work = (batch: readonly Sending[]): Process => this.#work(name, batch);
      return world.watched(new Queue(engine, name, { batchSize, concurrency }, limits, work, concurrency));
    };
    this.queues = {
      event: queueOf('event', webhookDelivery.batchSize, deployment.senders),
      slow: queueOf('slow', slowWebhooks.batchSize, deployment.slowSenders),
    };
  }

  get waiting(): number {
    return this.queues.event.waiting;
  }

  *#work(queue: EventQueue, batch: readonly Sending[]): Process {
    const worker = this.#secrets.worker();
    const partners = Array.from(Map.groupBy(batch, ({ partner }) => partner).values());
    yield* together(
      this.#world.engine,
      partners.map((own) => this.#deliverPartner(queue, own, worker)),
    );
    worker.leave();
  }

  *#deliverPartner(queue: EventQueue, own: readonly Sending[], worker: Worker): Process {
    const [first] = own;
    if (first === undefined) return;
    const { time } = this.#world;
    const endpoint = this.#endpoints.of(first.partner);
    if (admit(endpoint.health, time, this.#endpoints.policy).kind !== 'send') {
      yield* this.#park(own);
      return;
    }
    const answeredHere = worker.answers.get(first.cast.partner) ?? null;
    const start = mayStart({ pace: endpoint.pace, queue, answeredHere, slots: production.deliverySlots }, time);
    if (start.kind === 'move') yield* this.#move(own, this.#operations.moved);
    else if (start.slots !== null && endpoint.slots >= start.slots) yield* this.#park(own);
    else yield* this.#sendAll(own, { endpoint, start, worker, turnedSlow: false });
  }

  *#sendAll(own: readonly Sending[], course: Course): Process {
    const { engine } = this.#world;
    const { endpoint, start, worker } = course;
    endpoint.slots += start.slots === null ? 0 : 1;
    yield* this.#secrets.open(worker, own[0]?.cast.partner ?? '');
    const alone = start.exchanges === 1 ? own.slice(0, 1) : [];
    for (const sending of alone) yield* this.#deliver(sending, true, course);
    const rest = own.slice(alone.length);
    if (course.turnedSlow) yield* this.#move(rest, this.#operations.moved);
    else {
      yield* together(
        engine,
        rest.map((sending, place) => this.#deliver(sending, alone.length + place === 0, course)),
      );
    }
    endpoint.slots -= start.slots === null ? 0 : 1;
  }

  *#deliver(sending: Sending, isFirst: boolean, course: Course): Process {
    const world = this.#world;
    const { fast, slow } = this.#operations;
    const path = course.start.handOverAfter === null ? slow : fast;
    const of = ({ first, other }: Phase) => (isFirst ? first : other);
    yield assumptions.eventTime * (0.5 + world.random());
    if ((yield* world.run(of(path.before), sending.cast)) !== 'done') {
      this.#options.onLost(sending);
      return;
    }
    if (!this.#options.answers(sending.partner)) {
      yield* this.#unanswered(sending, course);
      return;
    }
    const milliseconds = assumptions.exchangeTime * (0.5 + world.random());
    yield milliseconds;
    const outcome = yield* world.run(of(path.after), sending.cast);
    course.worker.answers.set(sending.cast.partner, world.time);
    this.#endpoints.ended(course.endpoint, { milliseconds, answered: true }, true, world.time);
    if (outcome === 'done') this.#options.onDelivered(sending);
    else this.#options.onLost(sending);
  }

  *#unanswered(sending: Sending, course: Course): Process {
    const world = this.#world;
    const { endpoint, start } = course;
    const limit = start.handOverAfter ?? outboundLimits.milliseconds;
    yield promptWithin;
    if (start.handOverAfter !== null) {
      course.turnedSlow = true;
      if (this.#endpoints.silent(endpoint)) yield* world.run(this.#operations.silent, sending.cast);
    }
    yield limit - promptWithin;
    const isAttempt = start.handOverAfter === null;
    this.#endpoints.ended(endpoint, { milliseconds: limit, answered: false }, isAttempt, world.time);
    if (!isAttempt) yield* this.#move([sending], this.#operations.handedOver);
    else {
      yield* world.run(this.#operations.slow.after.first, sending.cast);
      this.#again(sending);
    }
  }

  /** Moves events to the queue of slow endpoints. The stream delivers their hints. */
  *#move(own: readonly Sending[], operation: DeliveryOperations['moved']): Process {
    for (const sending of own) {
      yield* this.#world.run(operation, sending.cast);
      this.#putLater('slow', sending, assumptions.streamDelay + assumptions.queueDelay);
    }
  }

  *#park(own: readonly Sending[]): Process {
    this.held += own.length;
    for (const { cast } of own) yield* this.#world.run(this.#operations.park, cast);
  }

  /** Puts an event on the queue when its next attempt is due. */
  #again(sending: Sending): void {
    const { random, time } = this.#world;
    const number = sending.attempts + 1;
    const decision = decideAfter({ number, outcome: { kind: 'failed' }, now: time, random: random(), divisor: 1 });
    if (decision.kind === 'again') this.#putLater('event', { ...sending, attempts: number }, decision.at - time);
  }

  #putLater(name: EventQueue, sending: Sending, milliseconds: number): void {
    const queue = this.queues[name];
    const waiting = function* (): Process {
      yield milliseconds;
      queue.put(sending);
    };
    this.#world.engine.start(waiting());
  }
}
