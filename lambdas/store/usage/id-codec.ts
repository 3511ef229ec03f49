import { decoderOf, versioned } from '@swift-worker/stored-forms/stored-form.ts';

/** 16 bytes each, one after another. */
export const bytesOfIds = (ids: readonly string[]): Uint8Array => Buffer.from(ids.join('').replaceAll('-', ''), 'hex');

const version = 1;

/** A version, and the ids. They are random, so that compression gains nothing. */
export const packIds = (ids: readonly string[]): Uint8Array => versioned(version, bytesOfIds(ids));

const readVersion1 = (ids: Uint8Array): Uint8Array => ids;

/** The ids, 16 bytes each. @throws UnknownVersion */
export const unpackIds = (bytes: Uint8Array): Uint8Array => {
  return decoderOf('id-chunk', bytes[0], { 1: readVersion1 })(bytes.subarray(1));
};
