import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** A value as compressed JSON, because units are paid by the size of an item. */
export const packJson = (value: unknown): Uint8Array => deflateRawSync(JSON.stringify(value));

export const unpackJson = (bytes: Uint8Array): unknown => JSON.parse(inflateRawSync(bytes).toString());
