import { mock, type Mock } from 'node:test';
import { describe, expect, test } from '@jest/globals';
import { SessionEnded } from '../../portal/src/session/provider.ts';
import { openSession, type Session, type SessionParts } from '../../portal/src/session/session.ts';
import { askTabs, messageIn, type Message, type Tabs } from '../../portal/src/session/tabs.ts';
import { mustRenew, validUntil, type Tokens } from '../../portal/src/session/tokens.ts';

const hour = 3_600_000;
const start = 1_000_000;
const tokens = (number: number, until: number, subject = 'ana'): Tokens => ({
  idToken: `id-${number}`,
  refreshToken: `refresh-${number}`,
  subject,
  validUntil: until,
});

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
  readonly renew: Mock<(old: Tokens) => Promise<Tokens>>;
  readonly revoke: Mock<() => Promise<void>>;
}

const open = (first: Tokens, parts: Partial<SessionParts> = {}): Opened => {
  let count = 1;
  const renew = mock.fn((old: Tokens) => {
    count += 1;
    return Promise.resolve(tokens(count, old.validUntil + hour, old.subject));
  });
  const revoke = mock.fn(() => Promise.resolve());
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
    newTab().tell({ is: 'tokens', tokens: tokens(9, start + 2 * hour) });
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
    newTab().tell({ is: 'tokens', tokens: tokens(7, start + 2 * hour, 'bea') });
    expect(session.state()).toBe('signed-out');
  });

  test('gives its tokens to a new tab that asks', async () => {
    const newTab = browser();
    open(tokens(1, start + hour), { tabs: newTab() });
    expect(await askTabs(newTab(), 1_000)).toEqual(tokens(1, start + hour));
  });
});

describe('a message of another tab', () => {
  test.each([null, 'asked', { is: 'other' }, { is: 'tokens' }, { is: 'tokens', tokens: { idToken: 1 } }])(
    'is ignored when it is %j',
    (data) => {
      expect(messageIn(data)).toBeNull();
    },
  );

  test('is read with its tokens', () => {
    const message = { is: 'tokens', tokens: tokens(1, start) };
    expect(messageIn(message)).toEqual(message);
  });
});
