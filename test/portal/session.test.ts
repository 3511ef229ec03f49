import { mock, type Mock } from 'node:test';
import { describe, expect, test } from '@jest/globals';
import { SessionEnded } from '../../portal/src/session/provider.ts';
import { openSession, type Session, type SessionParts } from '../../portal/src/session/session.ts';
import { askTabs, messageIn, type Message, type Tabs } from '../../portal/src/session/tabs.ts';
import { mustRenew, passOf, validUntil, type OwnTokens, type Tokens } from '../../portal/src/session/tokens.ts';

const hour = 3_600_000;
const start = 1_000_000;
const tokens = (number: number, until: number, subject = 'ana'): OwnTokens => ({
  idToken: `id-${number}`,
  refreshToken: `refresh-${number}`,
  subject,
  validUntil: until,
});

/** The tokens of a tab that asked another one. */
const borrowed = (number: number, until: number): Tokens => ({ ...passOf(tokens(number, until)), refreshToken: null });

/** The tabs of one browser: what one tells, all others hear. */
const browser = (): (() => Tabs) => {
  const all: ((message: Message) => void)[][] = [];
  return () => {
    const own: ((message: Message) => void)[] = [];
    all.push(own);
    return {
      tell: (message) => {
        for (const others of all) if (others !== own) for (const hear of [...others]) hear(message);
      },
      listen: (hear) => {
        own.push(hear);
        return () => {
          own.splice(own.indexOf(hear), 1);
        };
      },
    };
  };
};

/** One after the other, as a Web Lock has it. */
const lock = (): SessionParts['alone'] => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
};

interface Opened {
  readonly session: Session;
  readonly renew: Mock<(old: OwnTokens) => Promise<Tokens>>;
  readonly revoke: Mock<(ended: OwnTokens) => Promise<void>>;
}

const open = (first: Tokens, parts: Partial<SessionParts> = {}): Opened => {
  let count = 1;
  const renew = mock.fn((old: OwnTokens) => {
    count += 1;
    return Promise.resolve(tokens(count, old.validUntil + hour, old.subject));
  });
  const revoke = mock.fn((_ended: OwnTokens) => Promise.resolve());
  const provider = { renew, revoke, signOutUrl: () => 'https://sign-in.test/logout' };
  const session = openSession(first, { provider, tabs: browser()(), alone: lock(), now: () => start, ...parts });
  return { session, renew, revoke };
};

describe('a token', () => {
  test('is valid as long as it says, whatever the clocks say', () => {
    expect(validUntil({ iat: 50, exp: 50 + 3600 }, start)).toBe(start + hour);
    expect(validUntil({ iat: 50, exp: 10 }, start)).toBe(start);
  });

  test('is renewed before it ends', () => {
    expect(mustRenew(tokens(1, start + hour), start)).toBe(false);
    expect(mustRenew(tokens(1, start + 60_000), start)).toBe(true);
  });
});

describe('a session', () => {
  test('uses its token while it is valid', async () => {
    const { session, renew } = open(tokens(1, start + hour));
    expect(await session.token()).toBe('id-1');
    expect(renew.mock.callCount()).toBe(0);
  });

  test('renews once for many calls', async () => {
    const { session, renew } = open(tokens(1, start));
    expect(await Promise.all([session.token(), session.token(), session.tokenAfter('id-1')])).toEqual([
      'id-2',
      'id-2',
      'id-2',
    ]);
    expect(renew.mock.callCount()).toBe(1);
  });

  test('of two tabs renews once, and both have the new token', async () => {
    const newTab = browser();
    const alone = lock();
    const one = open(tokens(1, start), { tabs: newTab(), alone });
    const other = open(tokens(1, start), { tabs: newTab(), alone });
    expect(await Promise.all([one.session.token(), other.session.token()])).toEqual(['id-2', 'id-2']);
    expect(one.renew.mock.callCount() + other.renew.mock.callCount()).toBe(1);
  });

  test('keeps a token that is not the refused one', async () => {
    const { session, renew } = open(tokens(2, start + hour));
    expect(await session.tokenAfter('id-1')).toBe('id-2');
    expect(renew.mock.callCount()).toBe(0);
  });

  test('that cannot be renewed waits for another tab to sign in', async () => {
    const newTab = browser();
    const { session, renew } = open(tokens(1, start), { tabs: newTab() });
    renew.mock.mockImplementationOnce(() => Promise.reject(new SessionEnded('invalid_grant')));
    const token = session.token();
    const ended = new Promise<void>((resolve) => {
      session.watch(resolve);
    });
    await ended;
    expect(session.state()).toBe('ended');
    newTab().tell({ is: 'pass', pass: passOf(tokens(9, start + 2 * hour)) });
    expect(await token).toBe('id-9');
    expect(session.state()).toBe('open');
  });

  test('stays open when the sign-in service did not answer', async () => {
    const { session, renew } = open(tokens(1, start));
    renew.mock.mockImplementationOnce(() => Promise.reject(new TypeError('fetch failed')));
    await expect(session.token()).rejects.toThrow('fetch failed');
    expect(session.state()).toBe('open');
    expect(await session.token()).toBe('id-2');
  });

  test('ends in every tab with a sign-out, which revokes the token', async () => {
    const newTab = browser();
    const one = open(tokens(1, start + hour), { tabs: newTab() });
    const other = open(tokens(1, start + hour), { tabs: newTab() });
    expect(await one.session.signOut()).toBe('https://sign-in.test/logout');
    expect(one.revoke.mock.callCount()).toBe(1);
    expect([one.session.state(), other.session.state()]).toEqual(['signed-out', 'signed-out']);
  });

  test('does not become the session of somebody else who signs in', () => {
    const newTab = browser();
    const { session } = open(tokens(1, start + hour), { tabs: newTab() });
    newTab().tell({ is: 'pass', pass: passOf(tokens(7, start + 2 * hour, 'bea')) });
    expect(session.state()).toBe('signed-out');
  });

  test('gives its pass to a new tab that asks, and only what it can renew', async () => {
    const newTab = browser();
    open(tokens(1, start + hour), { tabs: newTab() });
    expect(await askTabs(newTab(), 1_000)).toEqual(passOf(tokens(1, start + hour)));
    const alone = browser();
    open(borrowed(1, start + hour), { tabs: alone() });
    expect(await askTabs(alone(), 10)).toBeNull();
  });

  test('of a tab without a refresh token is renewed by one that has it', async () => {
    const newTab = browser();
    const owner = open(tokens(1, start), { tabs: newTab() });
    const { session, renew } = open(borrowed(1, start), { tabs: newTab() });
    expect(await session.token()).toBe('id-2');
    expect([owner.renew.mock.callCount(), renew.mock.callCount()]).toEqual([1, 0]);
  });

  test('of a tab without a refresh token ends when no other tab has it, until one signs in', async () => {
    const newTab = browser();
    const { session } = open(borrowed(1, start), { tabs: newTab() });
    const token = session.token();
    await new Promise<void>((resolve) => {
      session.watch(resolve);
    });
    expect(session.state()).toBe('ended');
    newTab().tell({ is: 'pass', pass: passOf(tokens(9, start + 2 * hour)) });
    expect(await token).toBe('id-9');
  });

  test('is revoked by each tab that has a refresh token, when one of them signs out', async () => {
    const newTab = browser();
    const one = open(tokens(1, start + hour), { tabs: newTab() });
    const other = open(tokens(2, start + hour), { tabs: newTab() });
    const guest = open(borrowed(1, start + hour), { tabs: newTab() });
    await guest.session.signOut();
    expect([one, other, guest].map(({ revoke }) => revoke.mock.callCount())).toEqual([1, 1, 0]);
  });

  test('that ends while its token is renewed revokes the new one as well', async () => {
    const { session, renew, revoke } = open(tokens(1, start));
    const { promise: renewed, resolve } = Promise.withResolvers<OwnTokens>();
    renew.mock.mockImplementationOnce(() => renewed);
    void session.token();
    await new Promise(setImmediate);
    await session.signOut();
    resolve(tokens(2, start + hour));
    await new Promise(setImmediate);
    expect(revoke.mock.calls.map(({ arguments: [ended] }) => ended.refreshToken)).toEqual(['refresh-1', 'refresh-2']);
  });

  test('sends no refresh token to another tab, whatever happens', async () => {
    const newTab = browser();
    const messages: string[] = [];
    newTab().listen((message) => messages.push(JSON.stringify(message)));
    const owner = open(tokens(1, start), { tabs: newTab() });
    const guest = open(borrowed(1, start), { tabs: newTab() });
    await askTabs(newTab(), 10);
    await guest.session.token();
    await owner.session.tokenAfter('id-2');
    await owner.session.signOut();
    expect(messages.length).toBeGreaterThan(4);
    expect(messages.join('\n')).not.toMatch(/refresh/i);
  });
});

describe('a message of another tab', () => {
  test.each([
    null,
    'asked',
    { is: 'other' },
    { is: 'asked' },
    { is: 'pass' },
    { is: 'pass', pass: { idToken: 1 } },
    { is: 'tokens', tokens: tokens(1, start) },
  ])('is ignored when it is %j', (data) => {
    expect(messageIn(data)).toBeNull();
  });

  test('is read without a refresh token', () => {
    expect(messageIn({ is: 'pass', pass: tokens(1, start) })).toEqual({ is: 'pass', pass: passOf(tokens(1, start)) });
  });
});
