import { isIP } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addressKind, isAllowed } from '../../../lambdas/domain/webhook/address-rules.ts';
import { hostileAnswers } from '../../outbound/hostile-corpus.ts';

const octet = fc.integer({ min: 0, max: 255 });
const group = fc.integer({ min: 0, max: 0xffff });
const ipv6 = (prefix: string, groups: readonly number[]): string =>
  [prefix, ...groups.map((part) => part.toString(16))].join(':');

describe('an address', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '172.15.0.1',
    '172.32.0.1',
    '100.128.0.1',
    '11.0.0.0',
    '223.255.255.254',
  ])('%s is public', (address) => {
    expect(addressKind(address)).toBe('public');
  });

  test.each(['2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '2001:4860:4860::8888', '2600:1f18::1', '3000::1'])(
    '%s is public',
    (address) => {
      expect(addressKind(address)).toBe('public');
    },
  );

  test.each(hostileAnswers.filter(([, addresses]) => addresses.length === 1))(
    'that is %s is not (%s)',
    (_, [address]) => {
      expect(addressKind(address ?? '')).not.toBe('public');
    },
  );

  test('of the loopback range is allowed only where the stage allows it', () => {
    for (const address of ['127.0.0.1', '127.9.9.9', '::1']) {
      expect(addressKind(address)).toBe('loopback');
      expect(isAllowed(address, { allowLoopback: false })).toBe(false);
      expect(isAllowed(address, { allowLoopback: true })).toBe(true);
    }
    for (const address of ['0.0.0.0', '10.0.0.1', '169.254.169.254', '::ffff:127.0.0.1', '::', 'localhost']) {
      expect(isAllowed(address, { allowLoopback: true })).toBe(false);
    }
  });

  test('outside the block of global unicast is never public', () => {
    const outside = group.filter((first) => first >> 13 !== 1);
    fc.assert(
      fc.property(outside, fc.array(group, { minLength: 7, maxLength: 7 }), (first, rest) => {
        expect(addressKind(ipv6(first.toString(16), rest))).not.toBe('public');
      }),
    );
  });

  test('in a translated or tunnelled form is never public, whatever it contains', () => {
    fc.assert(
      fc.property(octet, octet, octet, octet, (a, b, c, d) => {
        const [high, low] = [(a << 8) | b, (c << 8) | d];
        const carried = [
          ipv6('::ffff', [high, low]),
          ipv6('64:ff9b:', [high, low]),
          ipv6('64:ff9b:1:', [high, low]),
          ipv6('2002', [high, low, 0, 0, 0, 0, 0]),
          ipv6('2001:0', [high, low, 0, 0, 0, 1]),
          ipv6(':', [high, low]),
        ];
        for (const address of carried) expect(addressKind(address)).not.toBe('public');
      }),
    );
  });

  test('that is any other text is refused', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(isIP(text) === 0);
        expect(addressKind(text)).toBe('refused');
      }),
    );
  });
});
