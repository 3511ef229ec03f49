/** A client of a user pool that may sign users in by a browser. */
export interface SignInClient {
  readonly clientId: string;
  /** Where a browser may be sent after a sign-in. They are compared character by character. */
  readonly callbackUrls: readonly string[];
  /** Where a browser may be sent after a sign-out. */
  readonly logoutUrls: readonly string[];
  /** How long a refresh token and those that replace it are valid. */
  readonly refreshMilliseconds: number;
  /** How long a replaced refresh token is still accepted; null: a refresh token is not replaced. */
  readonly graceMilliseconds: number | null;
}

export interface SignInUser {
  readonly username: string;
  readonly email: string;
}

export interface SignInTokens {
  readonly idToken: string;
  readonly accessToken: string;
}

/** The clients and users of the pools. */
export interface Directory {
  readonly clients: () => readonly SignInClient[];
  /** The users who may sign in: by the domains of their addresses, then the oldest first. */
  readonly users: (clientId: string) => Promise<readonly SignInUser[]>;
  /** New tokens; undefined when the user is gone or disabled. */
  readonly issue: (clientId: string, username: string) => Promise<SignInTokens | undefined>;
}
