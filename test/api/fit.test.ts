import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { fitted } from '../../lambdas/api/fit.ts';

const answer = (length: number) => ({ statusCode: 200, headers: { 'x-request-id': '1' }, body: 'a'.repeat(length) });

describe('an answer', () => {
  test.each(['gzip', 'br, GZIP;q=0.5', '*'])('of 8 KiB is compressed for a caller that takes %j', (accepted) => {
    const long = answer(8 * 1024);
    const { body = '', headers, isBase64Encoded } = fitted(long, accepted);
    expect({ headers, isBase64Encoded }).toEqual({
      headers: { 'x-request-id': '1', 'content-encoding': 'gzip', vary: 'accept-encoding' },
      isBase64Encoded: true,
    });
    expect(gunzipSync(Buffer.from(body, 'base64')).toString()).toBe(long.body);
  });

  test.each([undefined, '', 'br', 'gzip;q=0', 'identity'])('is sent as it is to a caller that takes %j', (accepted) => {
    const long = answer(100_000);
    expect(fitted(long, accepted)).toEqual(long);
  });

  test('that is shorter is sent as it is', () => {
    const short = answer(8 * 1024 - 1);
    expect(fitted(short, 'gzip')).toEqual(short);
  });
});
