import { day, isoOf, type Milliseconds } from '../../kernel/time.ts';

/** An encrypted signing secret. After a rotation, the previous one is used as well until it ends. */
export interface SealedSecret {
  readonly sealed: string;
  readonly created_at: string;
  readonly ends_at: string | null;
}

/** How long the previous secret signs in addition to the new one. */
export const overlap: Milliseconds = day;

/** The secrets to sign with, oldest first: one, or two after a rotation. */
export const inForce = (secrets: readonly SealedSecret[], now: Milliseconds): readonly SealedSecret[] =>
  secrets.filter(({ ends_at: end }) => end === null || Date.parse(end) > now);

/** Until when the previous secret signs as well; null with a single secret. */
export const overlapEnd = (secrets: readonly SealedSecret[], now: Milliseconds): string | null => {
  const current = inForce(secrets, now);
  return current.length > 1 ? (current[0]?.ends_at ?? null) : null;
};

/** The secrets after a rotation. The newest one before it signs for a day longer. An older one ends at once. */
export const rotated = (
  secrets: readonly SealedSecret[],
  sealed: string,
  now: Milliseconds,
): readonly SealedSecret[] => {
  const newest = secrets.at(-1);
  return [
    ...(newest === undefined ? [] : [{ ...newest, ends_at: isoOf(now + overlap) }]),
    { sealed, created_at: isoOf(now), ends_at: null },
  ];
};
