import { randomUUID } from 'node:crypto';
import type { SignInTokens } from '../sign-in/directory.ts';
import type { SigningKey } from './signing-key.ts';
import { attributeOf, type PoolUser } from './users.ts';

/** The validity of ID and access tokens in seconds, whatever the client's settings say: a day is the longest of Cognito. */
export const tokenSeconds = 86_400;

/** New tokens of a user for a client. */
export type IssueTokens = (issuer: string, clientId: string, user: PoolUser) => SignInTokens;

/**
 * The claims are those of Cognito without groups:
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
 * @param now milliseconds since the epoch
 */
export const issueTokensBy =
  (key: SigningKey, now: () => number): IssueTokens =>
  (issuer, clientId, user) => {
    const seconds = Math.floor(now() / 1000);
    const common = {
      sub: attributeOf(user, 'sub'),
      iss: issuer,
      event_id: randomUUID(),
      auth_time: seconds,
      iat: seconds,
      exp: seconds + tokenSeconds,
    };
    const custom = user.Attributes.filter(({ Name }) => Name.startsWith('custom:'));
    return {
      idToken: key.sign({
        ...common,
        ...Object.fromEntries(custom.map(({ Name, Value }) => [Name, Value])),
        aud: clientId,
        token_use: 'id',
        'cognito:username': user.Username,
        email: attributeOf(user, 'email'),
        email_verified: attributeOf(user, 'email_verified') === 'true',
        jti: randomUUID(),
      }),
      accessToken: key.sign({
        ...common,
        client_id: clientId,
        token_use: 'access',
        scope: 'aws.cognito.signin.user.admin',
        username: user.Username,
        jti: randomUUID(),
      }),
    };
  };
