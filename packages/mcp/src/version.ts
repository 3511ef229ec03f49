import { readFileSync } from 'node:fs';

const read: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The version of the package. */
export const version =
  typeof read === 'object' && read !== null && 'version' in read && typeof read.version === 'string'
    ? read.version
    : 'unknown';
