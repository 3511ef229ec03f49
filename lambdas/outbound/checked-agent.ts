import { Agent, type RequestOptions } from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock, Milliseconds } from '../domain/time.ts';
import { dial, DialError, type Dialing } from './dial.ts';

/** What a request hands to the dialling it causes. */
export interface DialledRequestOptions extends RequestOptions {
  readonly dialSignal: AbortSignal;
}

/** Shorter than the 5 s after which Node.js and many other servers close an idle connection. */
const longestIdle: Milliseconds = 4_000;
/** A partner who moves its name must not be called at the old address for longer than this and one idle time. */
const longestAge: Milliseconds = 25_000;

/** Keeps connections of one origin for a few seconds. A connection was checked when it was made, and its peer can't change. */
export class CheckedAgent extends Agent {
  readonly #dialing: Dialing;
  readonly #clock: Clock;

  constructor(dialing: Dialing, clock: Clock) {
    super({ keepAlive: true, timeout: longestIdle, maxFreeSockets: 16, scheduling: 'lifo' });
    this.#dialing = dialing;
    this.#clock = clock;
  }

  override createConnection(
    options: DialledRequestOptions,
    callback?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    dial(options.host ?? '', Number(options.port), this.#dialing, options.dialSignal).then(
      (socket) => {
        this.#limitAge(socket);
        callback?.(null, socket);
      },
      (error: unknown) => {
        // The signature wants a socket even beside an error.
        callback?.(error instanceof DialError ? error : new DialError('connect', error), new Socket());
      },
    );
  }

  /** Drops the idle connections of an origin: one of them turned out to be closed, so the others may be as well. */
  forgetIdle(options: DialledRequestOptions): void {
    for (const socket of this.freeSockets[this.getName(options)] ?? []) socket.destroy();
  }

  /** Runs before the agent's own listener, which keeps no destroyed socket. */
  #limitAge(socket: Duplex): void {
    const oldest = this.#clock() + longestAge;
    socket.on('free', () => {
      if (this.#clock() > oldest) socket.destroy();
    });
  }
}
