import type { PlatformCall } from './http.ts';

/** Parameters whose values are secrets, wherever they stand in a call. */
const secretNames: ReadonlySet<string> = new Set([
  'client_secret',
  'code',
  'input_token',
  'access_token',
  'verify_token',
  'pin',
]);

/** Takes the secrets of a call out of what the platform says about it: it quotes malformed tokens in its messages. */
export const redactorOf = (call: PlatformCall): ((text: string) => string) => {
  const secrets = [
    ...(call.token === undefined ? [] : [call.token]),
    ...secretsIn(call.query),
    ...secretsIn(call.body),
  ];
  // An app's own token is its id and its secret with a bar between.
  const inner = secrets.flatMap((secret) => secret.split('|').filter((part) => part.length >= 16));
  const longestFirst = [...secrets, ...inner].filter((secret) => secret !== '').sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return (text) => text;
  const pattern = new RegExp(longestFirst.map(escaped).join('|'), 'g');
  return (text) => text.replace(pattern, '[secret]');
};

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const secretsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    secretNames.has(name) && typeof inner === 'string' ? [inner] : secretsIn(inner),
  );
};
