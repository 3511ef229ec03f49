import { UnknownVersion } from '../../domain/errors.ts';
import { versioned } from '../table/stored-form.ts';

/** 16 bytes each, one after another. */
export const bytesOfIds = (ids: readonly string[]): Uint8Array => Buffer.from(ids.join('').replaceAll('-', ''), 'hex');

const version = 1;

/** A version, and the ids. They are random, so that compression gains nothing. */
export const packIds = (ids: readonly string[]): Uint8Array => versioned(version, bytesOfIds(ids));

/** The ids, 16 bytes each. @throws UnknownVersion */
export const unpackIds = (bytes: Uint8Array): Uint8Array => {
  switch (bytes[0]) {
    case 1:
      return bytes.subarray(1);
    case undefined:
    default:
      throw new UnknownVersion('id-chunk', bytes[0]);
  }
};
