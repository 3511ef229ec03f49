import { passIn, type Pass } from './tokens.ts';

/**
 * What tabs of the portal tell each other. Any script of this origin can read it, so that no refresh token is in it. `after`: until when
 * the pass of the asking tab is valid, 0 without one.
 */
export type Message =
  | { readonly is: 'asked'; readonly after: number }
  | { readonly is: 'pass'; readonly pass: Pass }
  | { readonly is: 'signed-out' };

/** A message of another tab; null for anything else, such as one of another version of the portal. */
export const messageIn = (data: unknown): Message | null => {
  if (typeof data !== 'object' || data === null || !('is' in data)) return null;
  if (data.is === 'asked')
    return 'after' in data && typeof data.after === 'number' ? { is: 'asked', after: data.after } : null;
  if (data.is === 'signed-out') return { is: 'signed-out' };
  const pass = data.is === 'pass' && 'pass' in data ? passIn(data.pass) : null;
  return pass === null ? null : { is: 'pass', pass };
};

export interface Tabs {
  readonly tell: (message: Message) => void;
  readonly listen: (hear: (message: Message) => void) => () => void;
}

/** The pass of another tab that is valid for longer, if one answers within the time. */
export const askTabs = (tabs: Tabs, milliseconds: number, after = 0): Promise<Pass | null> =>
  new Promise((resolve) => {
    const end = (pass: Pass | null): void => {
      clearTimeout(timer);
      stop();
      resolve(pass);
    };
    const timer = setTimeout(end, milliseconds, null);
    const stop = tabs.listen((message) => {
      if (message.is === 'pass' && message.pass.validUntil > after) end(message.pass);
    });
    tabs.tell({ is: 'asked', after });
  });
