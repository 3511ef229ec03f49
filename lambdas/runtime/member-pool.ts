import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  InvalidParameterException,
  UsernameExistsException,
  UnsupportedUserStateException,
  UserNotFoundException,
  type AdminCreateUserCommandInput,
  type AdminCreateUserCommandOutput,
  type AdminGetUserCommandOutput,
  type AttributeType,
} from '@aws-sdk/client-cognito-identity-provider';
import { Contended, invalid, rateLimited, temporarilyUnavailable, type ServiceError } from '../kernel/errors.ts';
import { embedded } from '../kernel/metrics.ts';
import { day, hour, type Clock, type Milliseconds } from '../kernel/time.ts';
import type { MemberPool } from '../team/member-pool.ts';
import { openClient } from './aws-calls.ts';
import { systemClock } from './clock.ts';
import { variables } from './environment.ts';
import { consoleLog } from './logger.ts';

const subOf = (attributes: readonly AttributeType[] | undefined): string => {
  const sub = attributes?.find((attribute) => attribute.Name === 'sub')?.Value;
  if (sub === undefined) throw new Error('the user pool returned a user without a sub');
  return sub;
};

/**
 * The state of who was invited and never signed in. A mail can be sent again in this state alone:
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminCreateUser.html
 */
const waiting = 'FORCE_CHANGE_PASSWORD';

/** The mails that Cognito's own sender sends a day. https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-email.html */
const mailsPerDay = 50;

/** Cognito's own sender has sent all mails of the day: nothing that the caller did, but what the caller has to wait for. */
const mailsUsedUp = (now: Milliseconds): ServiceError =>
  rateLimited('the mails of this day are used up', day - (now % day), {
    name: 'mails',
    quota: mailsPerDay,
    window: day,
  });

/** SES refuses the sender or the stage's account, until the operator has looked at it. */
const mailNotSent = (): ServiceError =>
  temporarilyUnavailable('the mail could not be sent; the operator was notified', hour / 1000);

/**
 * The answer to a refused mail; null for another error. `TooManyRequestsException` is about calls a second, and ends by itself.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_SignUp.html#API_SignUp_Errors
 */
const refusedMail = (error: unknown, now: Milliseconds): ServiceError | null => {
  if (!(error instanceof Error)) return null;
  switch (error.name) {
    case 'LimitExceededException':
      return mailsUsedUp(now);
    case 'CodeDeliveryFailureException':
    case 'InvalidEmailRoleAccessPolicyException':
      return mailNotSent();
    default:
      return null;
  }
};

export interface MemberPoolOptions {
  /** Ends the calls of an invocation. */
  readonly abortSignal?: AbortSignal | undefined;
  readonly clock?: Clock;
  /** Receives the name of the error with which a mail was refused. */
  readonly mailRefused?: (error: string) => void;
}

interface UserPool {
  readonly client: CognitoIdentityProviderClient;
  readonly poolId: string;
  readonly options: { readonly abortSignal?: AbortSignal };
}

const userNamed = async (
  { client, poolId, options }: UserPool,
  email: string,
): Promise<AdminGetUserCommandOutput | null> => {
  try {
    return await client.send(new AdminGetUserCommand({ UserPoolId: poolId, Username: email }), options);
  } catch (error) {
    if (error instanceof UserNotFoundException) return null;
    throw error;
  }
};

const removeUser = async ({ client, poolId, options }: UserPool, memberId: string): Promise<void> => {
  try {
    await client.send(new AdminDeleteUserCommand({ UserPoolId: poolId, Username: memberId }), options);
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
};

const setTemporaryPassword = async (
  { client, poolId, options }: UserPool,
  memberId: string,
  password: string,
): Promise<boolean> => {
  // AdminResetUserPassword needs a pool in which users recover their passwords themselves:
  // https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminResetUserPassword.html
  const command = new AdminSetUserPasswordCommand({
    UserPoolId: poolId,
    Username: memberId,
    Password: password,
    Permanent: false,
  });
  try {
    await client.send(command, options);
    return true;
  } catch (error) {
    if (error instanceof UserNotFoundException) return false;
    throw error;
  }
};

export const memberPool = (
  client: CognitoIdentityProviderClient,
  poolId: string,
  { abortSignal, clock = systemClock, mailRefused = () => undefined }: MemberPoolOptions = {},
): MemberPool => {
  const options = abortSignal === undefined ? {} : { abortSignal };
  const pool = { client, poolId, options };
  const create = async (input: AdminCreateUserCommandInput): Promise<AdminCreateUserCommandOutput> => {
    try {
      return await client.send(new AdminCreateUserCommand(input), options);
    } catch (error) {
      const refusal = refusedMail(error, clock());
      if (refusal === null) throw error;
      mailRefused(error instanceof Error ? error.name : '');
      throw refusal;
    }
  };
  const find = (email: string) => userNamed(pool, email);
  const requestOf = (email: string): AdminCreateUserCommandInput => ({
    UserPoolId: poolId,
    Username: email,
    DesiredDeliveryMediums: ['EMAIL'],
  });
  return {
    ensureUser: async (email) => {
      try {
        const created = await create({
          ...requestOf(email),
          UserAttributes: [
            { Name: 'email', Value: email },
            { Name: 'email_verified', Value: 'true' },
          ],
        });
        return { memberId: subOf(created.User?.Attributes), state: 'created' };
      } catch (error) {
        // Cognito's rule of addresses is stricter than that of RFC 6531.
        if (error instanceof InvalidParameterException)
          throw invalid('email', 'format', 'email must be an address that the portal can send mails to');
        // Also when the answer to the creation was lost, and the client repeated it.
        if (!(error instanceof UsernameExistsException)) throw error;
        const found = await find(email);
        if (found === null) throw new Contended('the user was deleted meanwhile');
        return { memberId: subOf(found.UserAttributes), state: found.UserStatus === waiting ? 'waiting' : 'active' };
      }
    },
    mailAgain: async (email) => {
      try {
        await create({ ...requestOf(email), MessageAction: 'RESEND' });
      } catch (error) {
        if (error instanceof UserNotFoundException) throw new Contended('the user was deleted meanwhile');
        // The user has signed in meanwhile.
        if (!(error instanceof UnsupportedUserStateException)) throw error;
      }
    },
    findUser: async (email) => {
      const found = await find(email);
      return found === null ? null : subOf(found.UserAttributes);
    },
    removeUser: (memberId) => removeUser(pool, memberId),
    setTemporaryPassword: (memberId, password) => setTemporaryPassword(pool, memberId, password),
  };
};

/** Opens one client for all invocations. */
export const openMemberPool = (poolId: string): ((abortSignal?: AbortSignal) => MemberPool) => {
  const client = openClient(CognitoIdentityProviderClient, 'cognito-idp');
  const log = consoleLog({ stage: process.env[variables.stage] });
  const mailRefused = (error: string): void => {
    log.warn('a mail to a member was refused', { error, ...embedded(systemClock(), { member_mails_refused: 1 }) });
  };
  return (abortSignal) => memberPool(client, poolId, { abortSignal, mailRefused });
};
