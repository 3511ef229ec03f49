import { z } from 'zod';
import { AwsError } from '../aws-service.ts';
import type { JsonFile } from '../json-file.ts';
import { userNotFound } from './errors.ts';
import { hashOf } from './passwords.ts';
import type { PoolSettings } from './settings.ts';

const Attribute = z.object({ Name: z.string(), Value: z.string().default('') });
export type Attribute = z.infer<typeof Attribute>;

/** As it is stored. */
const StoredUser = z.object({
  Username: z.string(),
  /** By their names. */
  Attributes: z.array(Attribute),
  Enabled: z.boolean(),
  UserStatus: z.enum(['FORCE_CHANGE_PASSWORD', 'CONFIRMED']),
  UserCreateDate: z.coerce.date(),
  UserLastModifiedDate: z.coerce.date(),
  /** Null: an unknown temporary password, because no mail leaves the machine. */
  PasswordHash: z.string().nullable().default(null),
  /** When it was set; absent in files of earlier versions. */
  PasswordDate: z.coerce.date().optional(),
  /** The password itself, in files of earlier versions. */
  Password: z.string().optional(),
});
const StoredPool = z.object({ Users: z.record(z.string(), StoredUser).default({}) });

export type PoolUser = Omit<z.infer<typeof StoredUser>, 'Password' | 'PasswordDate'> & { readonly PasswordDate: Date };

export const attributeOf = ({ Attributes }: PoolUser, name: string): string | undefined =>
  Attributes.find(({ Name }) => Name === name)?.Value;

/** The users of a pool. */
export interface Users {
  /** By the name, the `sub`, or an attribute that names users. @throws AwsError UserNotFoundException */
  get(name: string): PoolUser;
  find(name: string): PoolUser | undefined;
  /** The oldest first. */
  all(): readonly PoolUser[];
  /** Resolves when it is stored. @throws AwsError when another user has the name, or an attribute that names users */
  add(user: PoolUser): Promise<void>;
  /** Resolves when it is stored. @throws AwsError when the user was deleted, or another user has an attribute that names users */
  replace(user: PoolUser): Promise<void>;
  remove(user: PoolUser): Promise<void>;
}

const readUsers = async (file: JsonFile): Promise<Map<string, PoolUser>> => {
  const { Users: kept } = StoredPool.parse((await file.read()) ?? {});
  const users = new Map<string, PoolUser>();
  for (const [name, { Password, PasswordDate, ...user }] of Object.entries(kept)) {
    users.set(name, {
      ...user,
      PasswordHash: Password === undefined ? user.PasswordHash : await hashOf(Password),
      PasswordDate: PasswordDate ?? user.UserLastModifiedDate,
    });
  }
  return users;
};

/** @param settings of the pool, which follow the template */
export const openUsers = async (file: JsonFile, settings: () => PoolSettings): Promise<Users> => {
  const users = await readUsers(file);
  const save = (): Promise<void> => file.write({ Users: Object.fromEntries(users) });
  // https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-case-sensitivity.html
  const same = (one: string, other: string): boolean =>
    one === other || (!settings().caseSensitive && one.toLowerCase() === other.toLowerCase());

  const find = (name: string): PoolUser | undefined =>
    users.get(name) ??
    [...users.values()].find(
      (user) =>
        same(user.Username, name) ||
        attributeOf(user, 'sub') === name ||
        settings().namedBy.some((attribute) => {
          const value = attributeOf(user, attribute);
          return value !== undefined && same(value, name);
        }),
    );

  /** An attribute that names users, and whose value another user has. */
  const takenOf = (user: PoolUser): string | undefined =>
    settings().namedBy.find((attribute) => {
      const value = attributeOf(user, attribute);
      const owner = value === undefined ? undefined : find(value);
      return owner !== undefined && owner.Username !== user.Username;
    });

  return {
    find,
    get: (name) => {
      const user = find(name);
      if (user === undefined) throw userNotFound();
      return user;
    },
    all: () =>
      [...users.values()].toSorted((one, other) => one.UserCreateDate.getTime() - other.UserCreateDate.getTime()),
    // Nothing waits between the search and the change.
    add: (user) => {
      if (find(user.Username) !== undefined || takenOf(user) !== undefined) {
        throw new AwsError('UsernameExistsException', 'User account already exists');
      }
      users.set(user.Username, user);
      return save();
    },
    replace: (user) => {
      if (!users.has(user.Username)) throw userNotFound();
      const taken = takenOf(user);
      if (taken !== undefined) {
        throw new AwsError('AliasExistsException', `An account with the ${taken} already exists.`);
      }
      users.set(user.Username, user);
      return save();
    },
    remove: ({ Username }) => {
      users.delete(Username);
      return save();
    },
  };
};
