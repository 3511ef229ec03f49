import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { UnknownVersion } from '../../domain/errors.ts';
import { versioned } from './stored-form.ts';

/** A body of more bytes is stored deflated: a write costs by the KB, and an item has 400 KB. */
const longestPlain = 4_096;

/** Of a deflated body. */
const version = 1;

/** The body of a response as a receipt stores it. */
export const packBody = (body: string): string | Uint8Array =>
  Buffer.byteLength(body) > longestPlain ? versioned(version, deflateRawSync(body)) : body;

/** @throws UnknownVersion */
export const unpackBody = (body: string | Uint8Array): string => {
  if (typeof body === 'string') return body;
  switch (body[0]) {
    case 1:
      return inflateRawSync(body.subarray(1)).toString('utf8');
    case undefined:
    default:
      throw new UnknownVersion('receipt-body', body[0]);
  }
};
