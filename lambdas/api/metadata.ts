import { jsonObject, rule } from './fields.ts';

const maxBytes = 8 * 1024;

/** Free keys of the partner. A new value replaces all of them. */
export const metadata = jsonObject.check(
  rule(
    'maximum',
    `must have at most ${maxBytes} bytes as JSON`,
    (value) => Buffer.byteLength(JSON.stringify(value)) <= maxBytes,
  ),
);
