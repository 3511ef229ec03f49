/** The users of the portal's members. All operations are idempotent. */
export interface MemberPool {
  /** The member's id (`sub`). A missing user is created and invited by e-mail. @throws ServiceError validation_failed; Contended */
  readonly ensureUser: (email: string) => Promise<string>;
  /** The member's id; null without a user. */
  readonly findUser: (email: string) => Promise<string | null>;
  /** Deletes the user, if there is one. By the id, because another user may have got the address since. */
  readonly removeUser: (memberId: string) => Promise<void>;
  /** Sets a password that the user has to change at the next sign-in. @returns false without such a user */
  readonly setTemporaryPassword: (memberId: string, password: string) => Promise<boolean>;
}
