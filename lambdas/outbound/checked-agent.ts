import { Agent, type RequestOptions } from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock, Milliseconds } from '../kernel/time.ts';
import { dial, DialError, type Dialing } from './dial.ts';

/** The options of a request, with the signal for dialling. */
export interface DialledRequestOptions extends RequestOptions {
  readonly dialSignal: AbortSignal;
}

/** Shorter than the 5 s after which Node.js and many other servers close an idle connection. */
const longestIdle: Milliseconds = 4_000;
/** Bounds how long a host is called at an old address after its DNS records changed. */
const longestAge: Milliseconds = 25_000;

/** Keeps connections alive for a few seconds. The address of a connection is checked when it is opened. */
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
        // The type requires a socket beside an error.
        callback?.(error instanceof DialError ? error : new DialError('connect', error), new Socket());
      },
    );
  }

  /** Closes the idle connections of an origin after one of them was stale. */
  forgetIdle(options: DialledRequestOptions): void {
    for (const socket of this.freeSockets[this.getName(options)] ?? []) socket.destroy();
  }

  /** Its listener runs before the agent's, which does not keep a destroyed socket. */
  #limitAge(socket: Duplex): void {
    const oldest = this.#clock() + longestAge;
    socket.on('free', () => {
      if (this.#clock() > oldest) socket.destroy();
    });
  }
}
