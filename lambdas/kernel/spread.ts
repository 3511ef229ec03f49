/** A number in [0, 1) from the random part of a UUID. It spreads work that began at the same time. */
export const spreadOf = (id: string): number => parseInt(id.slice(-6), 16) / 0x100_0000;
