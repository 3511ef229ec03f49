import type { PlatformCall } from './http.ts';

/** Parameters with secret values, in query and body. */
const secretNames: ReadonlySet<string> = new Set([
  'client_secret',
  'code',
  'input_token',
  'access_token',
  'verify_token',
  'pin',
]);

/** Redacts the secrets of a call in the platform's messages, which quote malformed tokens. */
export const redactorOf = (call: PlatformCall): ((text: string) => string) => {
  const secrets = [
    ...(call.token === undefined ? [] : [call.token]),
    ...secretsIn(call.query),
    ...secretsIn(call.body),
  ];
  // An app token is the app's id and secret, joined by a bar.
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
