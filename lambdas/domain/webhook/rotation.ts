import { day, isoOf, type Milliseconds } from '../time.ts';

/** A signing secret, sealed; an older one is used beside the newest until it ends. */
export interface SealedSecret {
  readonly sealed: string;
  readonly created_at: string;
  readonly ends_at: string | null;
}

/** How long the old secret signs beside the new one. */
export const overlap: Milliseconds = day;

/** The secrets to sign with, oldest first: one, and two during a rotation. */
export const inForce = (secrets: readonly SealedSecret[], now: Milliseconds): readonly SealedSecret[] =>
  secrets.filter(({ ends_at: end }) => end === null || Date.parse(end) > now);

/** The secrets after a rotation: the newest before it signs on for a day; one that was already ending ends at once. */
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
