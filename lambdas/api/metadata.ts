import { jsonObject, rule } from './fields.ts';

const maxBytes = 8 * 1024;

/** Free keys of the partner's own; replaced whole when given. */
export const metadata = jsonObject.check(
  rule('maximum', `must have at most ${maxBytes} bytes as JSON`, (value) => {
    return Buffer.byteLength(JSON.stringify(value)) <= maxBytes;
  }),
);
