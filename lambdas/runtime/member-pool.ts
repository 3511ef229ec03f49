import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  UsernameExistsException,
  UserNotFoundException,
  type AttributeType,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';

/** The users of the portal's members. */
export interface MemberPool {
  /** The member's id (`sub`). A missing user is created and invited by e-mail. */
  readonly ensureUser: (email: string) => Promise<string>;
  /** The member's id; null without a user. */
  readonly findUser: (email: string) => Promise<string | null>;
  /** Deletes the user, if there is one. */
  readonly removeUser: (email: string) => Promise<void>;
}

const subOf = (attributes: readonly AttributeType[] | undefined): string => {
  const sub = attributes?.find((attribute) => attribute.Name === 'sub')?.Value;
  if (sub === undefined) throw new Error('the user pool returned a user without a sub');
  return sub;
};

/** All operations are idempotent. */
export const memberPool = (client: CognitoIdentityProviderClient, poolId: string): MemberPool => ({
  ensureUser: async (email) => {
    const user = { UserPoolId: poolId, Username: email };
    try {
      const created = await client.send(
        new AdminCreateUserCommand({
          ...user,
          UserAttributes: [
            { Name: 'email', Value: email },
            { Name: 'email_verified', Value: 'true' },
          ],
          DesiredDeliveryMediums: ['EMAIL'],
        }),
      );
      return subOf(created.User?.Attributes);
    } catch (error) {
      if (!(error instanceof UsernameExistsException)) throw error;
      const found = await client.send(new AdminGetUserCommand(user));
      return subOf(found.UserAttributes);
    }
  },
  findUser: async (email) => {
    try {
      const found = await client.send(new AdminGetUserCommand({ UserPoolId: poolId, Username: email }));
      return subOf(found.UserAttributes);
    } catch (error) {
      if (error instanceof UserNotFoundException) return null;
      throw error;
    }
  },
  removeUser: async (email) => {
    try {
      await client.send(new AdminDeleteUserCommand({ UserPoolId: poolId, Username: email }));
    } catch (error) {
      if (!(error instanceof UserNotFoundException)) throw error;
    }
  },
});
