import type { Attribute } from './users.ts';
import { invalidParameter } from './errors.ts';
import type { PoolSettings } from './settings.ts';

/** @throws AwsError InvalidParameterException */
const requireKnown = (attributes: readonly Attribute[], { mutable }: PoolSettings, changes: boolean): void => {
  for (const { Name } of attributes) {
    const canChange = mutable.get(Name);
    if (canChange === undefined) throw invalidParameter(`user.${Name}: Attribute does not exist in the schema.`);
    if (Name === 'sub' || (changes && !canChange)) {
      throw invalidParameter(`user.${Name}: Attribute cannot be updated. (changing an immutable attribute)`);
    }
  }
};

/** In a pool without regard to case, the attributes that name users are in lower case. */
const folded = (attributes: readonly Attribute[], { caseSensitive, namedBy }: PoolSettings): readonly Attribute[] => {
  const names: ReadonlySet<string> = new Set(['email', ...namedBy]);
  return attributes.map(({ Name, Value }) => ({
    Name,
    Value: !caseSensitive && names.has(Name) ? Value.toLowerCase() : Value,
  }));
};

/** Those of a new user, by their names. @throws AwsError InvalidParameterException */
export const newAttributes = (
  settings: PoolSettings,
  sub: string,
  username: string,
  given: readonly Attribute[],
): readonly Attribute[] => {
  requireKnown(given, settings, false);
  const naming = settings.namedBy.length === 0 ? undefined : namingAttribute(settings, username);
  const isGiven = given.some(({ Name }) => Name === naming);
  const all = [
    { Name: 'sub', Value: sub },
    ...given,
    ...(naming === undefined || isGiven ? [] : [{ Name: naming, Value: username }]),
  ];
  return folded(all, settings).toSorted((one, other) => one.Name.localeCompare(other.Name));
};

const namingAttribute = ({ namedBy }: PoolSettings, username: string): 'email' | 'phone_number' => {
  if (namedBy.includes('email') && username.includes('@')) return 'email';
  if (namedBy.includes('phone_number') && /^\+\d+$/.test(username)) return 'phone_number';
  if (namedBy.length > 1) throw invalidParameter('Username should be either an email or a phone number.');
  throw invalidParameter(
    namedBy.includes('email') ? 'Username should be an email.' : 'Username should be a phone number.',
  );
};

/**
 * Those of a user after a change; an empty value deletes an attribute. A new address is not verified, unless the change says so.
 * @throws AwsError InvalidParameterException
 */
export const changedAttributes = (
  settings: PoolSettings,
  present: readonly Attribute[],
  changes: readonly Attribute[],
): readonly Attribute[] => {
  requireKnown(changes, settings, true);
  const changed = new Map(present.map(({ Name, Value }) => [Name, Value]));
  for (const address of ['email', 'phone_number'])
    if (changes.some(({ Name }) => Name === address)) changed.set(`${address}_verified`, 'false');
  for (const { Name, Value } of folded(changes, settings)) changed.set(Name, Value);
  return [...changed]
    .filter(([, Value]) => Value !== '')
    .map(([Name, Value]) => ({ Name, Value }))
    .toSorted((one, other) => one.Name.localeCompare(other.Name));
};
