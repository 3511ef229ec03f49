import { describe, expect, test } from '@jest/globals';
import { returnUrl } from '../../lambdas/api/return-urls.ts';

describe('the URL that a browser returns to', () => {
  test.each([
    'https://partner.example/connected?line=1',
    'http://localhost:3000/done',
    'http://127.0.0.1:3000/done',
    'http://127.0.0.1/done',
    'http://[::1]:49152/done',
    'com.example.app:/done',
    'com.example.my-app:/oauth2redirect?line=1',
    'io.example.app://done',
  ])('may be %s', (url) => {
    expect(returnUrl.safeParse(url).success).toBe(true);
  });

  test.each([
    'http://partner.example/done',
    'http://127.0.0.2/done',
    'http://localhost.partner.example/done',
    'https://user:password@partner.example/',
    'http://user@localhost:3000/',
    'ftp://partner.example/done',
    'javascript:alert(1)',
    'data:text/html,hello',
    'app:/done',
    'myapp://done',
    'com..app:/done',
    '/done',
    `https://partner.example/${'x'.repeat(2048)}`,
  ])('cannot be %s', (url) => {
    expect(returnUrl.safeParse(url).success).toBe(false);
  });

  test('is trimmed, and an empty one counts as none', () => {
    expect(returnUrl.parse(' https://partner.example/done\n')).toBe('https://partner.example/done');
    expect(returnUrl.parse('  ')).toBeNull();
  });

  test('has at most 2,048 characters, of which each counts as one', () => {
    const longest = `https://partner.example/${'😀'.repeat(2_024)}`;
    expect(returnUrl.safeParse(longest).success).toBe(true);
    expect(returnUrl.safeParse(`${longest}x`).success).toBe(false);
  });
});
