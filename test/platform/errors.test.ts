import { describe, expect, test } from '@jest/globals';
import { errorOf, type PlatformError, type PlatformErrorKind } from '../../lambdas/platform/errors.ts';

const refusal = (status: number, error: unknown, regainMinutes = 0): PlatformError | undefined =>
  errorOf({ status, body: { error }, regainMinutes, redact: (text) => text });

describe('a refusal of the platform', () => {
  test.each<[PlatformErrorKind, number[]]>([
    // https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
    ['throttled', [4, 17, 32, 341, 613, 80007, 80008, 130429, 131056, 133015, 133016]],
    ['token_invalid', [102, 190]],
    ['permission', [3, 10, 200, 250, 299, 131005]],
    ['parameter', [100, 131008, 131009, 131051, 131052, 131053, 135000]],
    ['gone', [33, 803]],
    ['account', [368, 130497, 131031, 131037, 131042, 131045, 131048, 131063, 131064, 139200]],
    ['registration', [133000, 133005, 133006, 133008, 133009, 133010, 136024]],
    ['recipient', [130472, 131021, 131026, 131047, 131049, 131050, 137000]],
    ['sender', [130403, 131062]],
    ['template', [132000, 132001, 132005, 132007, 132012, 132015, 132016, 132018, 132068, 132069]],
    ['username', [147001, 147002, 147003, 147004, 147005]],
    ['transient', [1, 2, 131000, 131016, 131057, 133004, 2494100]],
  ])('is %s for %j, whatever the HTTP status', (kind, codes) => {
    for (const code of codes) {
      for (const status of [400, 401, 403, 429]) expect(refusal(status, { code, message: 'x' })?.kind).toBe(kind);
    }
  });

  test('is unknown for a code that is not listed', () => {
    for (const code of [199, 300, 2200, 999_999]) {
      for (const status of [400, 401, 403]) expect(refusal(status, { code })?.kind).toBe('unknown');
    }
  });

  test('is gone for 100 with subcode 33, and a parameter for any other subcode', () => {
    expect(refusal(400, { code: 100, error_subcode: 33 })?.kind).toBe('gone');
    expect(refusal(400, { code: 100, error_subcode: 34 })?.kind).toBe('parameter');
  });

  test.each([null, '', false, '0', {}, []])('has no code when its code is %j', (code) => {
    expect(refusal(401, { code, message: 'x' })).toMatchObject({ kind: 'unknown', code: undefined });
  });

  test('of code 0 is of the token with the status of a refused one, and says nothing otherwise', () => {
    expect([400, 401, 403, 500].map((status) => refusal(status, { code: 0 })?.kind)).toEqual([
      'token_invalid',
      'token_invalid',
      'unknown',
      'transient',
    ]);
  });

  test('is throttling by its status, without a body as well', () => {
    expect(errorOf({ status: 429, body: undefined, regainMinutes: 0, redact: (text) => text })?.kind).toBe('throttled');
    expect(refusal(429, { message: 'x' })).toMatchObject({ kind: 'throttled', retryAfter: 300 });
  });

  test('counts also when it comes with a status of success', () => {
    expect(refusal(200, { code: 190, message: 'x' })?.kind).toBe('token_invalid');
  });

  test('keeps code, subcode, trace and what it says, with the details', () => {
    const error = refusal(400, {
      message: 'Invalid parameter',
      type: 'OAuthException',
      code: 190,
      error_subcode: 463,
      error_data: { messaging_product: 'x', details: 'the session has expired' },
      fbtrace_id: 'A1',
    });
    expect(error).toMatchObject({ kind: 'token_invalid', code: 190, subcode: 463, fbtraceId: 'A1', status: 400 });
    expect(error?.message).toBe('Invalid parameter: the session has expired');
    expect(error?.details).toBe('the session has expired');
  });

  test('that may pass by itself is transient, unless its code says more', () => {
    expect(refusal(400, { code: 999_999, is_transient: true })?.kind).toBe('transient');
    expect(refusal(500, { code: 999_999 })?.kind).toBe('transient');
    expect(refusal(400, { code: 80007, is_transient: true })?.kind).toBe('throttled');
    expect(refusal(500, { code: 190 })?.kind).toBe('token_invalid');
  });

  test('without an envelope is judged by its status', () => {
    const bare = (status: number, body: unknown): PlatformErrorKind | undefined =>
      errorOf({ status, body, regainMinutes: 0, redact: (text) => text })?.kind;
    expect(bare(502, undefined)).toBe('transient');
    expect(bare(404, '<html>')).toBe('unknown');
    expect(bare(400, { error: 'text' })).toBe('unknown');
    expect(bare(200, { data: [] })).toBeUndefined();
    expect(bare(200, undefined)).toBeUndefined();
  });

  test('with fields of other types still has its kind', () => {
    expect(
      refusal(400, { code: '190', error_subcode: null, message: 7, is_transient: 'no', error_data: 'x' }),
    ).toMatchObject({
      kind: 'token_invalid',
      code: 190,
      message: 'the platform answered 400',
    });
  });

  test('that throttles says when to come back', () => {
    expect(refusal(400, { code: 80007 }, 12)?.retryAfter).toBe(720);
    expect(refusal(400, { code: 80007 })?.retryAfter).toBe(300);
    expect(refusal(400, { code: 190 }, 12)?.retryAfter).toBeUndefined();
  });
});
