import { describe, expect, test } from '@jest/globals';
import { callableUrl, checkPartnerUrl, maxUrlLength, type UrlRule } from '../../../lambdas/domain/webhook/url-rules.ts';
import { hostileUrls } from '../../outbound/hostile-corpus.ts';

const inCloud = { allowLoopback: false };
const local = { allowLoopback: true };

const rulesBrokenBy = (text: string, policy = inCloud): readonly UrlRule[] => {
  const verdict = checkPartnerUrl(text, policy);
  return verdict.ok ? [] : verdict.problems.map((problem) => problem.rule);
};

describe("a partner's URL", () => {
  test.each([
    'https://hooks.example.com',
    'https://hooks.example.com/a/b?c=d&e=%20f',
    'https://hooks.example.com:8443/',
    'https://hooks.example.com./',
    'HTTPS://Hooks.Example.COM/',
    'https://xn--exmple-cua.com/',
    'https://8.8.8.8/hooks',
    'https://[2606:4700:4700::1111]:8443/hooks',
    'https://localhost.example.com/',
    'https://internal.example.com/',
    'https://hooks.example.com/user@host',
    'https://hooks.example.com/?mail=user@host',
  ])('may be %s', (text) => {
    expect(rulesBrokenBy(text)).toEqual([]);
  });

  test.each(hostileUrls)('must not be %j', (text) => {
    expect(rulesBrokenBy(text)).not.toEqual([]);
    expect(callableUrl(text, inCloud)).toBeNull();
  });

  test.each<[string, UrlRule[]]>([
    ['http://hooks.example.com/', ['https']],
    ['https://user@hooks.example.com/', ['no_user_info']],
    ['https://hooks.example.com/#', ['no_fragment']],
    ['https://10.0.0.1/', ['public_host']],
    ['not a url', ['format']],
    ['http://user@localhost/#x', ['https', 'no_user_info', 'no_fragment', 'public_host']],
  ])('%s breaks %j', (text, rules) => {
    expect(rulesBrokenBy(text)).toEqual(rules);
  });

  test('has at most 200 characters, also as it is sent', () => {
    const withPath = (length: number): string => 'https://hooks.example.com/'.padEnd(length, 'a');
    expect(rulesBrokenBy(withPath(maxUrlLength))).toEqual([]);
    expect(rulesBrokenBy(withPath(maxUrlLength + 1))).toEqual(['max_length']);
    expect(rulesBrokenBy(`https://hooks.example.com/?${'"'.repeat(100)}`)).toEqual(['max_length']);
    expect(rulesBrokenBy('x y'.padEnd(201, 'z'))).toEqual(['format', 'max_length']);
    expect(callableUrl(`${withPath(maxUrlLength)}?hub.challenge=1`, inCloud)).not.toBeNull();
  });

  test('may be loopback in the local stage, but no other internal address', () => {
    for (const text of ['https://127.0.0.1:4512/hooks/1', 'https://localhost:4512/hooks/1', 'https://[::1]:4512/']) {
      expect(rulesBrokenBy(text)).toEqual(['public_host']);
      expect(rulesBrokenBy(text, local)).toEqual([]);
    }
    for (const text of [
      'https://10.0.0.1/',
      'https://169.254.169.254/',
      'https://intranet/',
      'https://[::ffff:127.0.0.1]/',
    ]) {
      expect(rulesBrokenBy(text, local)).toEqual(['public_host']);
    }
  });

  test('may be plain HTTP on this machine in the local stage', () => {
    for (const text of ['http://127.0.0.1:3000/hooks', 'http://localhost/', 'http://[::1]:3000/']) {
      expect(rulesBrokenBy(text)).toEqual(['https', 'public_host']);
      expect(rulesBrokenBy(text, local)).toEqual([]);
      expect(callableUrl(text, inCloud)).toBeNull();
    }
    for (const text of ['http:127.0.0.1/', 'http://hooks.example.com/', 'http://8.8.8.8/']) {
      expect(rulesBrokenBy(text, local)).toEqual(['https']);
    }
    expect(rulesBrokenBy('http://10.0.0.1/', local)).toEqual(['https', 'public_host']);
  });

  test('is refused with a reason', () => {
    const verdict = checkPartnerUrl('http://10.0.0.1/', inCloud);
    expect(verdict).toEqual({
      ok: false,
      problems: [
        { rule: 'https', message: 'must start with https://' },
        { rule: 'public_host', message: 'must name a public host' },
      ],
    });
  });
});
