import * as z from 'zod/mini';
import { packJson, unpackJson } from '../table/packed-json.ts';

const version = 1;
const ids = z.array(z.string());

/** The ids on the pages of a pass so far. */
export const packTemplateIds = (seen: readonly string[]): Uint8Array => packJson(version, seen);

/** @throws UnknownVersion */
export const unpackTemplateIds = (bytes: Uint8Array): readonly string[] =>
  unpackJson('template-ids', bytes, { 1: (value) => ids.parse(value) });
