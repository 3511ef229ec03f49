import type { MemberPool } from './member-pool.ts';

/** The pool for one call, which may run several times because of others and sends a mail to an address once. */
export const mailingOnce = (pool: MemberPool): MemberPool => {
  const mailed = new Set<string>();
  return {
    ...pool,
    ensureUser: async (email) => {
      const user = await pool.ensureUser(email);
      if (user.state === 'created') mailed.add(email);
      return user;
    },
    mailAgain: async (email) => {
      if (mailed.has(email)) return;
      await pool.mailAgain(email);
      mailed.add(email);
    },
  };
};
