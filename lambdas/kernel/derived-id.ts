import { createHash } from 'node:crypto';
import type { Milliseconds } from './time.ts';

/**
 * A UUIDv7 with the given time, whose other bits derive from the seed. The same arguments give the same id.
 * https://www.rfc-editor.org/rfc/rfc9562#section-5.7
 */
export const derivedId = (time: Milliseconds, seed: string): string => {
  const bytes = createHash('sha256').update(seed).digest().subarray(0, 16);
  bytes.writeUIntBE(time, 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};
