import { createHash } from 'node:crypto';

/** The parts of a partner's journal of reports: one in the size `standard`. */
export const stripes: readonly number[] = [0];

/** A number's reports are all of one stripe. */
export const stripeOf = (phoneNumberId: string): number =>
  createHash('sha256').update(phoneNumberId).digest().readUInt32BE(0) % stripes.length;
