/**
 * A user of the pool: `created` by this call, which sent a mail with a temporary password; `waiting`, who has never signed
 * in; or `active`.
 */
export interface PoolUser {
  /** The `sub`. */
  readonly memberId: string;
  readonly state: 'created' | 'waiting' | 'active';
}

/** The users of the portal's members. All operations but `mailAgain` are idempotent. */
export interface MemberPool {
  /** A missing user is created and invited by e-mail. @throws ServiceError validation_failed; Contended */
  readonly ensureUser: (email: string) => Promise<PoolUser>;
  /** Sends the mail again, with a new temporary password, to a user who has never signed in. Others get none. */
  readonly mailAgain: (email: string) => Promise<void>;
  /** The member's id; null without a user. */
  readonly findUser: (email: string) => Promise<string | null>;
  /** Deletes the user, if there is one. By the id, because another user may have got the address since. */
  readonly removeUser: (memberId: string) => Promise<void>;
  /** Sets a password that the user has to change at the next sign-in. @returns false without such a user */
  readonly setTemporaryPassword: (memberId: string, password: string) => Promise<boolean>;
}
