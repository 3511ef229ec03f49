import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { decoderOf, versioned } from '@swift-worker/stored-forms/stored-form.ts';

/** The bytes of an attribute with much JSON, with the version of its form in front. */
export const packJson = (version: number, value: unknown): Uint8Array =>
  versioned(version, deflateRawSync(JSON.stringify(value)));

/** @param readers of each version of the form @throws UnknownVersion */
export const unpackJson = <T>(
  form: string,
  bytes: Uint8Array,
  readers: Readonly<Record<number, (value: unknown) => T>>,
): T => decoderOf(form, bytes[0], readers)(JSON.parse(inflateRawSync(bytes.subarray(1)).toString()));
