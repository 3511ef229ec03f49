import { day, isoOf, type Milliseconds } from '../../kernel/time.ts';

/** An encrypted signing secret. After a rotation, the previous one is used as well until it ends. */
export interface SealedSecret {
  readonly sealed: string;
  readonly created_at: string;
  readonly ends_at: string | null;
  /** Who rotated to it; null for the operator, for the first one, and where it was not recorded yet. */
  readonly made_by: string | null;
}

/** How long the previous secret signs in addition to the new one. */
export const overlap: Milliseconds = day;

/** The secrets to sign with, oldest first: one, or two after a rotation. */
export const inForce = (secrets: readonly SealedSecret[], now: Milliseconds): readonly SealedSecret[] =>
  secrets.filter(({ ends_at: end }) => end === null || Date.parse(end) > now);

/** Until when the previous secret signs as well; null with a single secret. */
export const overlapEnd = (secrets: readonly SealedSecret[], now: Milliseconds): string | null =>
  inForce(secrets, now).at(-2)?.ends_at ?? null;

/** Of all secrets that are in force at a time. */
const mostInForce = 3;

interface Made {
  readonly sealed: string;
  readonly by: string | null;
}

/** The secrets after a rotation. The newest one before it signs for a day longer. An older one ends at once. */
export const rotated = (
  secrets: readonly SealedSecret[],
  { sealed, by }: Made,
  now: Milliseconds,
): readonly SealedSecret[] => {
  const newest = secrets.at(-1);
  return [
    ...(newest === undefined ? [] : [{ ...newest, ends_at: isoOf(now + overlap) }]),
    { sealed, created_at: isoOf(now), ends_at: null, made_by: by },
  ];
};

/** Whether an owner may rotate during an overlap: another caller began it, who may have meant harm. */
export const mayRotateAgain = (secrets: readonly SealedSecret[], owner: string): boolean =>
  secrets.at(-1)?.made_by !== owner;

/** The secrets after a rotation during an overlap. The endpoint may know only the oldest one, which signs until its end. */
export const rotatedAgain = (
  secrets: readonly SealedSecret[],
  made: Made,
  now: Milliseconds,
): readonly SealedSecret[] =>
  [...inForce(secrets, now).slice(0, -1), ...rotated(secrets, made, now)].slice(-mostInForce);
