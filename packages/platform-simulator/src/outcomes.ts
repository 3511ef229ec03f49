import type { Message } from './conversations.ts';

/** What becomes of messages of the business. */
interface Outcome {
  /** The phone number in digits, or the id of the person; undefined: any. */
  readonly to?: string | undefined;
  readonly phone_number_id?: string | undefined;
  readonly statuses: readonly string[];
  /** The error that they fail with after the statuses. */
  readonly code?: number | undefined;
  /** How many messages it is for; undefined: all until cleared. */
  readonly times?: number | undefined;
}

export interface Outcomes {
  readonly add: (outcome: Outcome) => void;
  readonly clear: () => void;
  /** The outcome of this message, which is counted. The oldest one that is not used up takes precedence. */
  readonly take: (message: Message) => Outcome;
}

const USUAL: Outcome = { statuses: ['sent', 'delivered', 'read'] };

export function createOutcomes(): Outcomes {
  let active: { readonly outcome: Outcome; left: number }[] = [];
  return {
    add(outcome) {
      active.push({ outcome, left: outcome.times ?? Infinity });
    },
    clear() {
      active = [];
    },
    take({ person, numberId }) {
      const found = active.find(
        ({ outcome }) =>
          [undefined, person.waId, person.userId].includes(outcome.to) &&
          [undefined, numberId].includes(outcome.phone_number_id),
      );
      if (found === undefined) return USUAL;
      found.left -= 1;
      active = active.filter(({ left }) => left > 0);
      return found.outcome;
    },
  };
}
