import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { invalid, type ServiceError } from '../kernel/errors.ts';
import { day, type Milliseconds } from '../kernel/time.ts';

/** How long a receipt is kept. */
export const receiptLifetime: Milliseconds = day;

/** An idempotency key with the fingerprint of its command. */
export interface IdempotencyClaim {
  /** A digest, because the partner's key may contain personal data. */
  readonly key: string;
  readonly fingerprint: string;
}

// A Structured Field string: printable ASCII, `"` and `\` escaped. https://www.rfc-editor.org/rfc/rfc8941#section-3.3.3
const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const printable = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

const longestKey = 200;
/** In quotes, with each character escaped. */
const longestQuoted = 2 * longestKey + 2;

const lengthRefused = (): ServiceError =>
  invalid('Idempotency-Key', 'length', `Idempotency-Key must have 8 to ${longestKey} characters`);

/** The key inside an `Idempotency-Key` header, bare or as a structured-field string. @throws ServiceError validation_failed */
export const idempotencyKeyOf = (header: string): string => {
  const value = header.trim();
  if (value.length > longestQuoted) throw lengthRefused();
  const inner = quoted.exec(value)?.[1]?.replace(/\\(["\\])/g, '$1');
  const key = inner ?? value;
  if (inner === undefined && !printable.test(value)) {
    throw invalid('Idempotency-Key', 'format', 'Idempotency-Key must be printable ASCII, bare or as a quoted string');
  }
  if (key.length < 8 || key.length > longestKey) throw lengthRefused();
  return key;
};

/** @param memberId the owner of the key on routes that members call for themselves; null for the partner. No key has a line feed. */
export const digestOfKey = (key: string, memberId: string | null): string =>
  hash('sha256', memberId === null ? key : `${memberId}\n${key}`, 'base64url');

/** Equal for equal commands, whatever the order and the place of their parameters. RFC 8785 makes the JSON canonical. */
export const fingerprintOf = (method: string, route: string, parameters: Readonly<Record<string, unknown>>): string => {
  const said = Object.entries(parameters).filter(([name]) => name !== 'partner_id' && name !== 'route');
  const canonical = canonicalize([method, route, Object.fromEntries(said)]) ?? '';
  return hash('sha256', canonical, 'base64url');
};
