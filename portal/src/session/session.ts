import { SessionEnded, type Provider } from './provider.ts';
import { askTabs, type Tabs } from './tabs.ts';
import { isOwn, mustRenew, passOf, type Pass, type Tokens } from './tokens.ts';

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

/** How long another tab may take to renew. */
const renewalTime = 2_000;

export interface SessionParts {
  readonly provider: Pick<Provider, 'renew' | 'revoke' | 'signOutUrl'>;
  readonly tabs: Tabs;
  /** Runs the work while no other tab runs its own. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  readonly now: () => number;
}

/** The state of a session, with those who are called when it changes. */
const observedState = () => {
  let state: SessionState = 'open';
  const watchers = new Set<() => void>();
  const watch = (changed: () => void): (() => void) => {
    watchers.add(changed);
    return () => {
      watchers.delete(changed);
    };
  };
  const reopened = (): Promise<void> =>
    new Promise((resolve) => {
      const stop = watch(() => {
        if (state !== 'open') return;
        stop();
        resolve();
      });
    });
  return {
    state: () => state,
    become: (next: SessionState): void => {
      if (state === next) return;
      state = next;
      for (const changed of watchers) changed();
    },
    watch,
    whenOpen: async (): Promise<void> => {
      while (state !== 'open') await reopened();
    },
  };
};

/** The tokens of this tab: renewed by itself, or by another tab. */
const renewedTokens = (
  first: Tokens,
  { provider, tabs, alone }: SessionParts,
  { state, become }: ReturnType<typeof observedState>,
) => {
  let tokens = first;
  let renewing: Promise<void> | null = null;

  const tellPass = (): void => {
    tabs.tell({ is: 'pass', pass: passOf(tokens) });
  };

  /** A token that cannot be revoked ends by itself. */
  const revokeOwn = async (): Promise<void> => {
    const ended = tokens;
    tokens = { ...passOf(ended), refreshToken: null };
    if (isOwn(ended)) await provider.revoke(ended).catch(() => undefined);
  };

  /** Takes the pass that another tab renewed, or got by signing in. */
  const take = (pass: Pass): void => {
    // Somebody else signed in: what this tab shows is not theirs.
    if (pass.subject !== tokens.subject) {
      become('signed-out');
      return;
    }
    if (pass.validUntil <= tokens.validUntil) return;
    tokens = { ...tokens, ...pass };
    become('open');
  };

  /** Renews by this tab's own refresh token, if it has one that is still valid. */
  const renewOwn = async (refused: string): Promise<void> => {
    if (tokens.idToken !== refused || !isOwn(tokens)) return;
    try {
      tokens = await provider.renew(tokens);
      // The member may have signed out meanwhile.
      if (state() === 'signed-out') await revokeOwn();
      else tellPass();
    } catch (error) {
      if (!(error instanceof SessionEnded)) throw error;
      tokens = { ...passOf(tokens), refreshToken: null };
    }
  };

  /** Another tab renews when this one can't. The session's listener takes its answer. */
  const renewAnywhere = async (refused: string): Promise<void> => {
    await alone(() => renewOwn(refused));
    if (tokens.idToken === refused) await askTabs(tabs, renewalTime, tokens.validUntil);
    if (tokens.idToken === refused) become('ended');
  };

  /** Renews once for all calls of this tab. */
  const renew = async (refused: string): Promise<void> => {
    renewing ??= renewAnywhere(refused).finally(() => {
      renewing = null;
    });
    await renewing;
  };

  return { current: () => tokens, tellPass, revokeOwn, take, renew };
};

export const openSession = (first: Tokens, parts: SessionParts): Session => {
  const { provider, tabs, now } = parts;
  const watched = observedState();
  const { state, become, watch, whenOpen } = watched;
  const { current, tellPass, revokeOwn, take, renew } = renewedTokens(first, parts, watched);

  tabs.listen((message) => {
    if (message.is === 'signed-out') {
      become('signed-out');
      void revokeOwn();
    }
    if (message.is === 'pass' && state() !== 'signed-out') take(message.pass);
    // Only a tab that can renew answers, so that no tab begins with a pass that can't be renewed.
    if (message.is === 'asked' && state() === 'open' && isOwn(current())) {
      if (current().validUntil > message.after) tellPass();
      else void renew(current().idToken).catch(() => undefined);
    }
  });

  const opened = async (): Promise<string> => {
    await whenOpen();
    return current().idToken;
  };

  return {
    state,
    watch,
    token: async () => {
      if (state() === 'open' && mustRenew(current(), now())) await renew(current().idToken);
      return opened();
    },
    tokenAfter: async (refused) => {
      if (state() === 'open' && current().idToken === refused) await renew(refused);
      return opened();
    },
    refuse: () => {
      become('refused');
    },
    signOut: async () => {
      become('signed-out');
      tabs.tell({ is: 'signed-out' });
      await revokeOwn();
      return provider.signOutUrl();
    },
  };
};
