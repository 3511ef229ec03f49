import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  UsernameExistsException,
  type AttributeType,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';

/** The identities of the portal's members. */
export interface MemberPool {
  /** The member's id (`sub`), of a user made now or before; a new user is invited by e-mail. */
  readonly ensureUser: (email: string) => Promise<string>;
}

const subOf = (attributes: readonly AttributeType[] | undefined): string => {
  const sub = attributes?.find((attribute) => attribute.Name === 'sub')?.Value;
  if (sub === undefined) throw new Error('the user pool returned a user without a sub');
  return sub;
};

/** Safe to repeat: a user whose creation was answered to nobody is found again. */
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
});
