import type { Received } from '../receiver/inbox.ts';
import { eventSummary } from './event-summary.ts';
import type { Signature } from './signature.ts';
import type { InboxEvent } from './state.ts';

/** How many requests are read, from the newest on; earlier attempts are not counted. */
const examined = 2_000;
const shownEvents = 40;
const shownCharacters = 6_000;

/**
 * The events and callbacks that an endpoint received, newest first. Attempts of the same event are one entry. Handshakes are left out.
 * @param received in the order of arrival
 * @returns the newest ones, and how many there are
 */
export const inboxEvents = (
  received: readonly Received[],
  signatureOf: (received: Received) => Signature,
): { readonly events: InboxEvent[]; readonly count: number } => {
  const attempts = new Map<string | Received, Received[]>();
  for (const one of received.slice(-examined)) {
    if (one.method !== 'POST') continue;
    const id = one.headers['webhook-id'];
    const key = typeof id === 'string' ? id : one;
    const before = attempts.get(key) ?? [];
    // The order of the map is that of the last attempts. Their times may be equal.
    attempts.delete(key);
    attempts.set(key, before);
    before.push(one);
  }
  const events = [...attempts.values()]
    .flatMap((all) => {
      const [first, last] = [all[0], all.at(-1)];
      return first === undefined || last === undefined
        ? []
        : [{ first, last, answers: all.map(({ status }) => status) }];
    })
    .toReversed()
    .slice(0, shownEvents)
    .map(({ first, last, answers }) => ({
      webhookId: headerOf(last, 'webhook-id'),
      ...eventSummary(last.body),
      firstAt: first.received_at,
      lastAt: last.received_at,
      answers,
      signature: signatureOf(last),
      body: last.body.slice(0, shownCharacters),
    }));
  return { events, count: attempts.size };
};

const headerOf = ({ headers }: Received, name: string): string | null => {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
};
