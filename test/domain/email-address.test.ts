import { describe, expect, test } from '@jest/globals';
import { isEmailAddress } from '../../lambdas/domain/email-address.ts';

describe('an e-mail address', () => {
  test.each([
    'a@b.example',
    'first.last+tag@sub.b.example',
    "!#$%&'*+-/=?^_`{|}~@b.example",
    '"a b"@b.example',
    '"a\\"b@c"@b.example',
    'a@[192.0.2.1]',
    'a@[IPv6:2001:db8::1]',
    '用户@例子.公司',
    'josé@padaria-são.example',
    'a@xn--bcher-kva.example',
    `a@${'b'.repeat(63)}.example`,
    `${'é'.repeat(32)}@b.example`,
  ])('may be %s', (text) => {
    expect(isEmailAddress(text)).toBe(true);
  });

  test.each([
    '',
    `${'a'.repeat(65)}@b.example`,
    `${'é'.repeat(33)}@b.example`,
    `a@${'b'.repeat(62)}${`.${'c'.repeat(63)}`.repeat(3)}.d`,
    'a',
    '@b.example',
    'a@',
    'a@b',
    'a@b@c.example',
    'a b@c.example',
    'a@b.example, c@d.example',
    'a@b.example;c@d.example',
    'a@b.example c@d.example',
    'A <a@b.example>',
    '<a@b.example>',
    'mailto:a@b.example',
    '.a@b.example',
    'a.@b.example',
    'a..b@c.example',
    'a@.b.example',
    'a@b..example',
    'a@b.example.',
    'a@-b.example',
    'a@b-.example',
    'a@b_c.example',
    'a(comment)@b.example',
    '"a"b@c.example',
    'a@[192.0.2.1',
    'a@b.example\n',
    'a\u0000@b.example',
    'a\u0085@b.example',
    'a\u00a0b@c.example',
    'a@b\u007f.example',
    `a@${'b'.repeat(64)}.example`,
  ])('must not be %j', (text) => {
    expect(isEmailAddress(text)).toBe(false);
  });

  test.each(['a.'.repeat(20_000), `${'a'.repeat(40_000)}@`, `a@${'b.'.repeat(20_000)}`, `a@${'b'.repeat(40_000)}`])(
    'that is long is judged without trying all its parts: %#',
    (text) => {
      expect(isEmailAddress(text)).toBe(false);
    },
  );
});
