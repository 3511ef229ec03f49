import { isoOf } from '../kernel/time.ts';
import type { DeadLetter, DeadLetterQueue } from '../runtime/dead-letters.ts';
import { partnerOfLetter, readDeadLetter, type DeadLetterContent } from './read-dead-letter.ts';

export interface ReadLetter {
  readonly letter: DeadLetter;
  readonly content: DeadLetterContent;
  readonly partnerId: string | null;
}

export interface ReadDeadLetters {
  /** The oldest first. */
  readonly found: readonly ReadLetter[];
  /** Whether the queue had more than were read. */
  readonly more: boolean;
  readonly oldest: string | null;
}

/** The most messages that are looked at, well within the time for which they are hidden. */
const most = 300;

const read = (letter: DeadLetter): ReadLetter => {
  const content = readDeadLetter(letter.body);
  return { letter, content, partnerId: partnerOfLetter(content) };
};

/** Looks at the messages of the dead-letter queue, and leaves them there. */
export const peekDeadLetters = async (
  queue: DeadLetterQueue,
  wanted: (letter: ReadLetter) => boolean,
): Promise<ReadDeadLetters> => {
  const seen = new Map<string, DeadLetter>();
  let more = true;
  while (more && seen.size < most) {
    const before = seen.size;
    for (const letter of await queue.receive()) seen.set(letter.id, letter);
    more = seen.size > before;
  }
  const letters = Array.from(seen.values()).sort((left, right) => left.sentAt - right.sentAt);
  await queue.giveBack(letters);
  const found = letters.map(read).filter(wanted);
  const [first] = found;
  return { found, more, oldest: first === undefined ? null : isoOf(first.letter.sentAt) };
};
