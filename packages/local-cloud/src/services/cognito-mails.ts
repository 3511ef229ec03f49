import { CognitoError } from 'cognito-local/lib/errors.js';
import type { Context } from 'cognito-local/lib/services/context.js';
import type { Services as CognitoServices } from 'cognito-local/lib/services/index.js';
import { attributeValue } from 'cognito-local/lib/services/userPoolService.js';
import { userToResponseObject } from 'cognito-local/lib/targets/responses.js';
import { z } from 'zod';

/** A call of `AdminCreateUser` that creates nobody. */
export const resending = z.object({ UserPoolId: z.string(), Username: z.string(), MessageAction: z.literal('RESEND') });

/**
 * Sends the mail to an invited user again, which cognito-local does not do.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminCreateUser.html
 */
export const mailAgain = async (
  { cognito, clock, messages }: CognitoServices,
  context: Context,
  { UserPoolId, Username }: z.infer<typeof resending>,
): Promise<object> => {
  const pool = await cognito.getUserPool(context, UserPoolId);
  const user = await pool.getUserByUsername(context, Username);
  if (user === null) throw new CognitoError('UserNotFoundException', 'User does not exist.');
  if (user.UserStatus !== 'FORCE_CHANGE_PASSWORD') {
    throw new CognitoError(
      'UnsupportedUserStateException',
      "Resend not possible. User's status is not FORCE_CHANGE_PASSWORD",
    );
  }
  const again = { ...user, UserLastModifiedDate: clock.get() };
  await pool.saveUser(context, again);
  const to = {
    AttributeName: 'email',
    DeliveryMedium: 'EMAIL',
    Destination: attributeValue('email', user.Attributes) ?? '',
  } as const;
  await messages.deliver(context, 'AdminCreateUser', null, UserPoolId, again, user.Password, undefined, to);
  return { User: userToResponseObject(again) };
};
