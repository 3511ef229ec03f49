import { jsonObject, rule } from './fields.ts';

const maxBytes = 8 * 1024;

/** Free keys of the partner's own. Those of a customer are replaced whole when given again. */
export const metadata = jsonObject.check(
  rule('maximum', `must have at most ${maxBytes} bytes as JSON`, (value) => {
    return Buffer.byteLength(JSON.stringify(value)) <= maxBytes;
  }),
);
