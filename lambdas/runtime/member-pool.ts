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
  type AdminGetUserCommandOutput,
  type AttributeType,
} from '@aws-sdk/client-cognito-identity-provider';
import { Contended, invalid } from '../kernel/errors.ts';
import type { MemberPool } from '../team/member-pool.ts';
import { openClient } from './aws-calls.ts';

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

/** @param abortSignal ends the calls of an invocation */
export const memberPool = (
  client: CognitoIdentityProviderClient,
  poolId: string,
  abortSignal?: AbortSignal,
): MemberPool => {
  const options = abortSignal === undefined ? {} : { abortSignal };
  const find = async (email: string): Promise<AdminGetUserCommandOutput | null> => {
    try {
      return await client.send(new AdminGetUserCommand({ UserPoolId: poolId, Username: email }), options);
    } catch (error) {
      if (error instanceof UserNotFoundException) return null;
      throw error;
    }
  };
  const requestOf = (email: string): AdminCreateUserCommandInput => ({
    UserPoolId: poolId,
    Username: email,
    DesiredDeliveryMediums: ['EMAIL'],
  });
  return {
    ensureUser: async (email) => {
      try {
        const created = await client.send(
          new AdminCreateUserCommand({
            ...requestOf(email),
            UserAttributes: [
              { Name: 'email', Value: email },
              { Name: 'email_verified', Value: 'true' },
            ],
          }),
          options,
        );
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
        await client.send(new AdminCreateUserCommand({ ...requestOf(email), MessageAction: 'RESEND' }), options);
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
    removeUser: async (memberId) => {
      try {
        await client.send(new AdminDeleteUserCommand({ UserPoolId: poolId, Username: memberId }), options);
      } catch (error) {
        if (!(error instanceof UserNotFoundException)) throw error;
      }
    },
    setTemporaryPassword: async (memberId, password) => {
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
    },
  };
};

/** Opens one client for all invocations. */
export const openMemberPool = (poolId: string): ((abortSignal?: AbortSignal) => MemberPool) => {
  const client = openClient(CognitoIdentityProviderClient);
  return (abortSignal) => memberPool(client, poolId, abortSignal);
};
