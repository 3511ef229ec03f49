/** In [0, 1), by the random part of a UUID: keeps what began together from going on together. */
export const spreadOf = (id: string): number => parseInt(id.slice(-6), 16) / 0x100_0000;
