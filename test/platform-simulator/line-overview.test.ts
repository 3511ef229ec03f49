import { expect, test } from '@jest/globals';
import { linesOf } from '@swift-worker/platform-simulator/line-overview.ts';
import { freshNumber } from '@swift-worker/platform-simulator/fresh-number.ts';
import { emptyState, ensureWaba, type AccessToken } from '@swift-worker/platform-simulator/state.ts';

const now = Date.parse('2026-05-01T10:00:00Z');
const day = 86_400_000;

const scene = (tokens: readonly Partial<AccessToken>[]) => {
  const state = emptyState();
  const waba = ensureWaba(state, '1', '5');
  waba.subscribed = true;
  waba.overrideCallbackUri = 'https://waba';
  const number = freshNumber(state, '1');
  number.overrideCallbackUri = 'https://number';
  number.onboardedAt = now;
  state.numbers.set(number.id, number);
  tokens.forEach((token, index) => {
    const secret = `EAAsecret${index}`;
    const made = { token: secret, wabaId: '1', portfolioId: '5', userId: '7', issuedAt: index };
    state.tokens.set(secret, { ...made, expiresAt: now + day, ended: null, ...token });
  });
  return {
    number,
    state,
    lines: () =>
      linesOf({
        storage: { state, changed: () => undefined, flush: () => Promise.resolve() },
        callbackUrl: () => 'https://app',
        now: () => now,
      }),
  };
};

test('a line is told with its callback at every level, and no token', () => {
  const { lines, number } = scene([{}]);
  const told = lines();
  expect(told).toMatchObject([
    {
      id: number.id,
      registered: false,
      waba: { id: '1', subscribed: true },
      callback: { number: 'https://number', waba: 'https://waba', app: 'https://app' },
      token: { state: 'valid', expiresAt: '2026-05-02T10:00:00.000Z' },
    },
  ]);
  expect(JSON.stringify(told)).not.toContain('EAA');
});

test.each<[string, readonly Partial<AccessToken>[]]>([
  ['none', []],
  ['valid', [{ ended: 'expired' }, {}]],
  ['valid', [{ expiresAt: null }]],
  ['ended', [{}, { ended: 'uninstalled' }]],
  ['expired', [{ expiresAt: now }]],
  ['none', [{ portfolioId: '6' }]],
])('the token counts as %s by the newest one of the portfolio', (state, tokens) => {
  expect(scene(tokens).lines()[0]?.token.state).toBe(state);
});

test('the newest line comes first, and what the platform was told in another form is left out', () => {
  const { lines, state } = scene([]);
  const older = freshNumber(state, 'unknown');
  older.onboardedAt = now - 1;
  older.fields = { verified_name: { not: 'a text' } };
  state.numbers.set(older.id, older);
  expect(lines().map(({ id, name }) => [id === older.id, name])).toEqual([
    [false, expect.any(String)],
    [true, ''],
  ]);
});
