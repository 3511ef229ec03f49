import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AwsError } from '../aws-service.ts';
import { changedAttributes, newAttributes } from './attributes.ts';
import { invalidParameter, readInput } from './errors.ts';
import type { Operation } from './operation.ts';
import { hashOf, requireAllowed } from './passwords.ts';
import type { Pool, Pools } from './pools.ts';
import { attributeOf, type PoolUser } from './users.ts';

const named = z.object({ UserPoolId: z.string(), Username: z.string().min(1) });
const attributes = z.array(z.object({ Name: z.string(), Value: z.string().default('') }));
const creation = named.extend({
  UserAttributes: attributes.default([]),
  TemporaryPassword: z.string().optional(),
  MessageAction: z.enum(['RESEND', 'SUPPRESS']).optional(),
  DesiredDeliveryMediums: z.array(z.enum(['SMS', 'EMAIL'])).default(['SMS']),
});
type Creation = z.infer<typeof creation>;
const change = named.extend({ UserAttributes: attributes });
const password = named.extend({ Password: z.string(), Permanent: z.boolean().default(false) });

/** `UserType`: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_UserType.html */
export const userType = (user: PoolUser): object => ({
  Username: user.Username,
  Attributes: user.Attributes,
  UserCreateDate: user.UserCreateDate,
  UserLastModifiedDate: user.UserLastModifiedDate,
  Enabled: user.Enabled,
  UserStatus: user.UserStatus,
});

/** Where the mail or message to a new user goes. @throws AwsError InvalidParameterException */
const deliveryOf = (user: PoolUser, { DesiredDeliveryMediums }: Creation): { readonly mailTo: string | undefined } => {
  const mailTo = DesiredDeliveryMediums.includes('EMAIL') ? attributeOf(user, 'email') : undefined;
  const hasPhone = DesiredDeliveryMediums.includes('SMS') && attributeOf(user, 'phone_number') !== undefined;
  if (mailTo === undefined && !hasPhone)
    throw invalidParameter('User has no attribute matching desired delivery mediums');
  return { mailTo };
};

const temporaryHash = async ({ settings }: Pool, { TemporaryPassword }: Creation): Promise<string | null> => {
  if (TemporaryPassword === undefined) return null;
  requireAllowed(TemporaryPassword, settings.passwords);
  return hashOf(TemporaryPassword);
};

/** Sends the mails to users. */
export interface Mailer {
  /** Before the user is stored. @throws AwsError when the day has no mail left */
  readonly begin: () => void;
  /** Once the user is stored. @throws AwsError when the mail is not delivered */
  readonly send: (to: string) => void;
}

const creations = (mailer: Mailer, today: () => Date) => {
  const addUser = async (pool: Pool, asked: Creation): Promise<PoolUser> => {
    const sub = randomUUID();
    const { settings, users } = pool;
    const user: PoolUser = {
      Attributes: [...newAttributes(settings, sub, asked.Username, asked.UserAttributes)],
      // A user who is named by an attribute gets a name of its own.
      Username: settings.namedBy.length === 0 ? asked.Username : sub,
      Enabled: true,
      UserStatus: 'FORCE_CHANGE_PASSWORD',
      UserCreateDate: today(),
      UserLastModifiedDate: today(),
      PasswordHash: await temporaryHash(pool, asked),
      PasswordDate: today(),
    };
    const { mailTo } = asked.MessageAction === 'SUPPRESS' ? {} : deliveryOf(user, asked);
    if (mailTo !== undefined) mailer.begin();
    await users.add(user);
    if (mailTo !== undefined) mailer.send(mailTo);
    return user;
  };

  /** Sends the mail again, and begins the time of the temporary password anew. */
  const mailAgain = async (pool: Pool, asked: Creation): Promise<PoolUser> => {
    const PasswordHash = await temporaryHash(pool, asked);
    const user = pool.users.get(asked.Username);
    if (user.UserStatus !== 'FORCE_CHANGE_PASSWORD') {
      throw new AwsError(
        'UnsupportedUserStateException',
        "Resend not possible. User's status is not FORCE_CHANGE_PASSWORD",
      );
    }
    const { mailTo } = deliveryOf(user, asked);
    const again = { ...user, PasswordHash, PasswordDate: today(), UserLastModifiedDate: today() };
    if (mailTo !== undefined) mailer.begin();
    await pool.users.replace(again);
    if (mailTo !== undefined) mailer.send(mailTo);
    return again;
  };

  return { addUser, mailAgain };
};

/**
 * The operations on users that need credentials. Each is described at
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminCreateUser.html and beside it.
 * @param now milliseconds since the epoch
 */
export const administration = (
  pools: Pools,
  mailer: Mailer,
  now: () => number,
): Readonly<Record<string, Operation>> => {
  const today = (): Date => new Date(now());

  const { addUser, mailAgain } = creations(mailer, today);
  return {
    AdminCreateUser: async (input) => {
      const asked = readInput(creation, input);
      const pool = pools.get(asked.UserPoolId);
      const act = asked.MessageAction === 'RESEND' ? mailAgain : addUser;
      return { User: userType(await act(pool, asked)) };
    },
    AdminGetUser: (input) => {
      const { UserPoolId, Username } = readInput(named, input);
      const { Attributes, ...user } = pools.get(UserPoolId).users.get(Username);
      return Promise.resolve({
        ...userType({ ...user, Attributes }),
        Attributes: undefined,
        UserAttributes: Attributes,
      });
    },
    AdminDeleteUser: async (input) => {
      const { UserPoolId, Username } = readInput(named, input);
      const { users } = pools.get(UserPoolId);
      await users.remove(users.get(Username));
      return {};
    },
    AdminSetUserPassword: async (input) => {
      const { UserPoolId, Username, Password, Permanent } = readInput(password, input);
      const { users, settings } = pools.get(UserPoolId);
      users.get(Username);
      requireAllowed(Password, settings.passwords);
      const PasswordHash = await hashOf(Password);
      await users.replace({
        ...users.get(Username),
        PasswordHash,
        PasswordDate: today(),
        UserLastModifiedDate: today(),
        UserStatus: Permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD',
      });
      return {};
    },
    AdminUpdateUserAttributes: async (input) => {
      const { UserPoolId, Username, UserAttributes } = readInput(change, input);
      const { users, settings } = pools.get(UserPoolId);
      const user = users.get(Username);
      const Attributes = [...changedAttributes(settings, user.Attributes, UserAttributes)];
      await users.replace({ ...user, Attributes, UserLastModifiedDate: today() });
      return {};
    },
  };
};
