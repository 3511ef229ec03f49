import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { decoderOf, versioned } from '@swift-worker/stored-forms/stored-form.ts';
import * as z from 'zod/mini';

/** A body of more bytes is stored deflated: a write costs by the KB, and an item has 400 KB. */
const longestPlain = 4_096;

/** Of a deflated body. */
const version = 1;

/** The body of a response as a receipt stores it. */
export const packBody = (body: string): string | Uint8Array =>
  Buffer.byteLength(body) > longestPlain ? versioned(version, deflateRawSync(body)) : body;

const readVersion1 = (deflated: Uint8Array): string => inflateRawSync(deflated).toString('utf8');

/** @throws UnknownVersion */
export const unpackBody = (body: string | Uint8Array): string => {
  if (typeof body === 'string') return body;
  return decoderOf('receipt-body', body[0], { 1: readVersion1 })(body.subarray(1));
};

/** The schema of a stored body, which it unpacks. It is a function, because most environments read no receipt. */
export const storedBody = () =>
  z.pipe(
    z.union([z.string(), z.instanceof(Uint8Array)]),
    z.transform((stored): string => unpackBody(stored)),
  );
