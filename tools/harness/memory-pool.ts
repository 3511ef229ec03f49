import type { MemberPool } from '../../lambdas/team/member-pool.ts';

interface MemoryUser {
  readonly memberId: string;
  readonly hasSignedIn: boolean;
}

/** The users of a pool by their addresses. */
export type MemoryUsers = Map<string, MemoryUser>;

/** A pool of users in memory. @param sent gets each mail */
export const memoryPool = (
  users: MemoryUsers,
  newId: () => string,
  sent: (email: string) => void = () => undefined,
): MemberPool => ({
  ensureUser: (email) => {
    const known = users.get(email);
    if (known !== undefined) {
      return Promise.resolve({ memberId: known.memberId, state: known.hasSignedIn ? 'active' : 'waiting' });
    }
    const memberId = newId();
    users.set(email, { memberId, hasSignedIn: false });
    sent(email);
    return Promise.resolve({ memberId, state: 'created' });
  },
  mailAgain: (email) => {
    if (users.get(email)?.hasSignedIn === false) sent(email);
    return Promise.resolve();
  },
  findUser: (email) => Promise.resolve(users.get(email)?.memberId ?? null),
  removeUser: (memberId) => {
    for (const [email, user] of users) if (user.memberId === memberId) users.delete(email);
    return Promise.resolve();
  },
  setTemporaryPassword: (memberId) => Promise.resolve([...users.values()].some((user) => user.memberId === memberId)),
});

export interface WatchedPool {
  readonly pool: MemberPool;
  /** The addresses that a mail was sent to, in order. */
  readonly mails: readonly string[];
  /** The user with the address signs in to the portal. */
  readonly signIn: (email: string) => void;
  /** Makes the removal of sign-ins fail, or work again. */
  readonly failRemovingUsers: (fails: boolean) => void;
}

/** A pool of its own, which a test watches and disturbs. */
export const watchedPool = (newId: () => string): WatchedPool => {
  const users: MemoryUsers = new Map();
  const mails: string[] = [];
  const pool = memoryPool(users, newId, (email) => mails.push(email));
  let removingFails = false;
  return {
    pool: {
      ...pool,
      removeUser: (memberId) =>
        removingFails ? Promise.reject(new Error('the pool is away')) : pool.removeUser(memberId),
    },
    mails,
    signIn: (email) => {
      const user = users.get(email);
      if (user !== undefined) users.set(email, { ...user, hasSignedIn: true });
    },
    failRemovingUsers: (fails) => {
      removingFails = fails;
    },
  };
};
