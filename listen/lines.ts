import { styleText } from 'node:util';
import { visible } from '../packages/terminal/src/visible.ts';
import type { ForwardedEvent, Outcome } from './forwarded-event.ts';

interface Attempt {
  readonly number: number;
  readonly of: number;
  /** Milliseconds until the next attempt; null when there is none. */
  readonly next: number | null;
}

interface Forwarded {
  readonly event: ForwardedEvent;
  /** Unix milliseconds. */
  readonly at: number;
  readonly outcome: Outcome;
  readonly accepted: boolean;
  /** Milliseconds. */
  readonly duration: number;
  readonly attempt: Attempt;
}

/** The lines about events. None contains a body. */
export interface Lines {
  readonly say: (text: string) => void;
  readonly forwarded: (forwarded: Forwarded) => void;
  readonly givenUp: (event: ForwardedEvent) => void;
}

const timeOf = (at: number): string => new Date(at).toTimeString().slice(0, 8);

/** The length of the longest type. */
const typeWidth = 'service.partner.customer.erasure_started'.length;

const seconds = (milliseconds: number): string => `${milliseconds / 1000} s`;

const remarkOf = ({ number, of, next }: Attempt, accepted: boolean): string => {
  if (accepted) return number === 1 ? '' : `  attempt ${number}`;
  return `  attempt ${number} of ${of}${next === null ? '' : `, again in ${seconds(next)}`}`;
};

/** @param target is named when nothing listens there; null when nothing is forwarded */
export const linesTo = (write: (text: string) => void, target: URL | null): Lines => {
  const say = (text: string): void => {
    write(`${text}\n`);
  };
  let refused = false;
  return {
    say,
    forwarded: ({ event, at, outcome, accepted, duration, attempt }) => {
      refused = outcome === 'refused';
      const answer = styleText(accepted ? 'green' : 'red', String(outcome));
      const facts = `${timeOf(at)}  ${visible(event.type).padEnd(typeWidth)}  ${visible(event.id)}`;
      say(`${facts}  ${answer}  ${Math.round(duration)} ms${remarkOf(attempt, accepted)}`);
    },
    givenUp: ({ id }) => {
      const why = refused && target !== null ? `: nothing listens at ${target.host}. Start your server there` : '';
      say(`          ${visible(id)} was not accepted, the next event follows${why}`);
    },
  };
};
