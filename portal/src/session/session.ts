import { SessionEnded, type Provider } from './provider.ts';
import type { Tabs } from './tabs.ts';
import { mustRenew, newerOf, type Tokens } from './tokens.ts';

/**
 * `ended`: the member must sign in again, which another tab can do; calls wait for it. `refused`: the API refuses a fresh
 * token, so that the member belongs to no partner any more. `signed-out`: here or in another tab.
 */
type SessionState = 'open' | 'ended' | 'refused' | 'signed-out';

export interface Session {
  readonly state: () => SessionState;
  readonly watch: (changed: () => void) => () => void;
  /** A valid ID token. Waits while the session is `ended`. */
  readonly token: () => Promise<string>;
  /** A token other than the one that the API refused. */
  readonly tokenAfter: (refused: string) => Promise<string>;
  /** The API refused a token that was just renewed. */
  readonly refuse: () => void;
  /** @returns where to go */
  readonly signOut: () => Promise<string>;
}

export interface SessionParts {
  readonly provider: Pick<Provider, 'renew' | 'revoke' | 'signOutUrl'>;
  readonly tabs: Tabs;
  /** Runs the work while no other tab runs its own. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  readonly now: () => number;
}

export const openSession = (first: Tokens, { provider, tabs, alone, now }: SessionParts): Session => {
  let tokens = first;
  let state: SessionState = 'open';
  let renewing: Promise<void> | null = null;
  const watchers = new Set<() => void>();

  const become = (next: SessionState): void => {
    if (state === next) return;
    state = next;
    for (const changed of watchers) changed();
  };

  const watch = (changed: () => void): (() => void) => {
    watchers.add(changed);
    return () => {
      watchers.delete(changed);
    };
  };

  tabs.listen((message) => {
    if (message.is === 'signed-out') become('signed-out');
    if (message.is === 'asked' && state === 'open') tabs.tell({ is: 'tokens', tokens });
    if (message.is === 'tokens' && state !== 'signed-out') {
      // Somebody else signed in: what this tab shows is not theirs.
      if (message.tokens.subject !== tokens.subject) {
        become('signed-out');
        return;
      }
      const newer = newerOf(tokens, message.tokens);
      if (newer === tokens) return;
      tokens = newer;
      become('open');
    }
  });

  const reopened = (): Promise<void> =>
    new Promise((resolve) => {
      const stop = watch(() => {
        if (state !== 'open') return;
        stop();
        resolve();
      });
    });

  const renewAlone = (refused: string): Promise<void> =>
    alone(async () => {
      if (tokens.idToken !== refused) return;
      try {
        tokens = await provider.renew(tokens);
        tabs.tell({ is: 'tokens', tokens });
      } catch (error) {
        if (!(error instanceof SessionEnded)) throw error;
        if (tokens.idToken === refused) become('ended');
      }
    });

  /** Renews once for all calls of this tab. */
  const renew = async (refused: string): Promise<void> => {
    renewing ??= renewAlone(refused).finally(() => {
      renewing = null;
    });
    await renewing;
  };

  const opened = async (): Promise<string> => {
    while (state !== 'open') await reopened();
    return tokens.idToken;
  };

  return {
    state: () => state,
    watch,
    token: async () => {
      if (state === 'open' && mustRenew(tokens, now())) await renew(tokens.idToken);
      return opened();
    },
    tokenAfter: async (refused) => {
      if (state === 'open' && tokens.idToken === refused) await renew(refused);
      return opened();
    },
    refuse: () => {
      become('refused');
    },
    signOut: async () => {
      const ended = tokens;
      become('signed-out');
      tabs.tell({ is: 'signed-out' });
      // A token that cannot be revoked ends by itself. The member leaves in either case.
      await provider.revoke(ended).catch(() => undefined);
      return provider.signOutUrl();
    },
  };
};
