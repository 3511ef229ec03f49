import { signedHeaders } from '../lambdas/domain/webhook/signature.ts';
import { codeOf } from './error-code.ts';
import type { ForwardedEvent, Outcome } from './forwarded-event.ts';
import type { Lines } from './lines.ts';

export interface Forwarding {
  readonly target: URL;
  readonly secret: string;
  readonly lines: Lines;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly signal?: AbortSignal;
}

/** Forwards an event. @returns whether the target accepted it */
export type Forward = (event: ForwardedEvent) => Promise<boolean>;

/** Milliseconds before each further attempt. */
export const waits = [1_000, 2_000, 5_000] as const;

/** Milliseconds. Longer than the service waits, so that a developer can stop at a breakpoint. */
export const timeLimit = 60_000;

const reasonOf = (error: unknown, limit: AbortSignal): Outcome => {
  if (limit.aborted) return 'timeout';
  const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : null;
  return codeOf(cause) === 'ECONNREFUSED' ? 'refused' : 'no answer';
};

const send = async ({ target, secret, now, signal }: Forwarding, { id, body }: ForwardedEvent): Promise<Outcome> => {
  const bytes = Buffer.from(body);
  const limit = AbortSignal.timeout(timeLimit);
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'swift-worker-listen/1.0',
        ...signedHeaders([secret], id, now(), bytes),
      },
      body: bytes,
      // The service follows none either.
      redirect: 'manual',
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    signal?.throwIfAborted();
    return reasonOf(error, limit);
  }
};

const isAccepted = (outcome: Outcome): boolean => typeof outcome === 'number' && outcome >= 200 && outcome < 300;

export const forwarder =
  (forwarding: Forwarding): Forward =>
  async (event) => {
    const { lines, now, wait } = forwarding;
    for (const [index, pause] of [...waits, null].entries()) {
      const begun = now();
      const outcome = await send(forwarding, event);
      const ended = now();
      const accepted = isAccepted(outcome);
      const attempt = { number: index + 1, of: waits.length + 1, next: accepted ? null : pause };
      lines.forwarded({ event, at: ended, outcome, accepted, duration: ended - begun, attempt });
      if (accepted) return true;
      if (pause === null) break;
      await wait(pause);
    }
    lines.givenUp(event);
    return false;
  };
