import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Services } from '@swift-worker/local-cloud/services/services.ts';
import { clientOptions, runServices } from './running-services.ts';

let services: Services;
let cognito: CognitoIdentityProviderClient;
let UserPoolId: string;
beforeAll(async () => {
  services = await runServices();
  ({ poolId: UserPoolId } = await services.createUserPool('Members', { UsernameAttributes: ['email'] }));
  cognito = new CognitoIdentityProviderClient(clientOptions(services, 'root'));
});
afterAll(async () => {
  cognito.destroy();
  await services.stop();
});

// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminCreateUser.html
test('the mail of an invitation is sent again to who has not signed in yet', async () => {
  const Username = 'late@example.com';
  const user = { UserPoolId, Username, DesiredDeliveryMediums: ['EMAIL' as const] };
  const again = new AdminCreateUserCommand({ ...user, MessageAction: 'RESEND' });
  await expect(cognito.send(again)).rejects.toMatchObject({ name: 'UserNotFoundException' });
  await cognito.send(new AdminCreateUserCommand(user));
  expect((await cognito.send(again)).User).toMatchObject({ UserStatus: 'FORCE_CHANGE_PASSWORD' });
  expect(services.sentMails().map(({ to }) => to)).toEqual([Username, Username]);
  const Password = 'Correct-horse-9';
  await cognito.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }));
  await expect(cognito.send(again)).rejects.toMatchObject({ name: 'UnsupportedUserStateException' });
});

// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_SignUp.html#API_SignUp_Errors
test.each([
  ['daily_limit', 'LimitExceededException'],
  ['delivery', 'CodeDeliveryFailureException'],
] as const)('mails are refused on request: %s', async (refusal, name) => {
  const user = { UserPoolId, DesiredDeliveryMediums: ['EMAIL' as const] };
  const Username = `${refusal}@example.com`;
  const again = new AdminCreateUserCommand({ ...user, Username, MessageAction: 'RESEND' });
  await cognito.send(new AdminCreateUserCommand({ ...user, Username }));
  services.refuseMails(refusal);
  const another = new AdminCreateUserCommand({ ...user, Username: `another-${Username}` });
  await expect(cognito.send(another)).rejects.toMatchObject({ name });
  await expect(cognito.send(again)).rejects.toMatchObject({ name });
  services.refuseMails(null);
  await cognito.send(again);
  expect(services.sentMails().filter(({ to }) => to === Username)).toHaveLength(2);
});
