import { tokensIn, type Tokens } from './tokens.ts';

/** What tabs of the portal tell each other. */
export type Message =
  { readonly is: 'asked' } | { readonly is: 'tokens'; readonly tokens: Tokens } | { readonly is: 'signed-out' };

/** A message of another tab; null for anything else, such as one of another version of the portal. */
export const messageIn = (data: unknown): Message | null => {
  if (typeof data !== 'object' || data === null || !('is' in data)) return null;
  if (data.is === 'asked') return { is: 'asked' };
  if (data.is === 'signed-out') return { is: 'signed-out' };
  const tokens = data.is === 'tokens' && 'tokens' in data ? tokensIn(data.tokens) : null;
  return tokens === null ? null : { is: 'tokens', tokens };
};

export interface Tabs {
  readonly tell: (message: Message) => void;
  readonly listen: (hear: (message: Message) => void) => () => void;
}

/** The tokens of another tab, if one answers within the time. */
export const askTabs = (tabs: Tabs, milliseconds: number): Promise<Tokens | null> =>
  new Promise((resolve) => {
    const end = (tokens: Tokens | null): void => {
      clearTimeout(timer);
      stop();
      resolve(tokens);
    };
    const timer = setTimeout(end, milliseconds, null);
    const stop = tabs.listen((message) => {
      if (message.is === 'tokens') end(message.tokens);
    });
    tabs.tell({ is: 'asked' });
  });
