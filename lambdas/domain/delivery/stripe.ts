import { createHash } from 'node:crypto';

/** The stripes of a partner's journal of reports: one in the size `standard`. */
export const stripes: readonly number[] = [0];

/** All reports of a phone number are in one stripe. */
export const stripeOf = (phoneNumberId: string): number =>
  createHash('sha256').update(phoneNumberId).digest().readUInt32BE(0) % stripes.length;
