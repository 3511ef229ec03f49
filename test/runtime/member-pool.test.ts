import {
  CodeDeliveryFailureException,
  CognitoIdentityProviderClient,
  InvalidEmailRoleAccessPolicyException,
  InvalidParameterException,
  LimitExceededException,
  TooManyRequestsException,
  UnsupportedUserStateException,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { expect, it } from '@jest/globals';
import { memberPool } from '../../lambdas/runtime/member-pool.ts';

const refusal = { $metadata: {}, message: 'jo@partner.example is refused' };
const answers = {
  user: { User: { Attributes: [{ Name: 'sub', Value: 'the-sub' }] } },
  found: { UserAttributes: [{ Name: 'sub', Value: 'the-sub' }], UserStatus: 'CONFIRMED' },
  waiting: { UserAttributes: [{ Name: 'sub', Value: 'the-sub' }], UserStatus: 'FORCE_CHANGE_PASSWORD' },
  exists: new UsernameExistsException(refusal),
  none: new UserNotFoundException(refusal),
  wrong: new InvalidParameterException(refusal),
  signedIn: new UnsupportedUserStateException(refusal),
  usedUp: new LimitExceededException(refusal),
  undelivered: new CodeDeliveryFailureException(refusal),
  forbidden: new InvalidEmailRoleAccessPolicyException(refusal),
  tooFast: new TooManyRequestsException(refusal),
} as const;

interface Input {
  readonly Username?: string;
  readonly MessageAction?: string;
}

/** A pool that gives some answers, one after another. */
const poolWith = (...given: readonly (keyof typeof answers)[]) => {
  const client = new CognitoIdentityProviderClient({ region: 'eu-central-1' });
  const asked: string[] = [];
  const send = ({ constructor, input }: { constructor: { name: string }; input: Input }) => {
    asked.push([constructor.name, input.Username, input.MessageAction].filter((word) => word !== undefined).join(' '));
    const answer = answers[given[asked.length - 1] ?? 'wrong'];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  Object.defineProperty(client, 'send', { value: send });
  const refused: string[] = [];
  const clock = () => Date.parse('2026-03-01T22:30:00Z');
  const mailRefused = (error: string): void => void refused.push(error);
  return { pool: memberPool(client, 'the-pool', { clock, mailRefused }), asked, refused };
};
const email = 'jo@partner.example';

it('creates a missing user, and finds one who exists, also after a lost answer', async () => {
  const created = poolWith('user');
  expect(await created.pool.ensureUser(email)).toEqual({ memberId: 'the-sub', state: 'created' });
  expect(created.asked).toEqual([`AdminCreateUserCommand ${email}`]);
  const existing = poolWith('exists', 'found');
  expect(await existing.pool.ensureUser(email)).toEqual({ memberId: 'the-sub', state: 'active' });
  expect(existing.asked).toEqual([`AdminCreateUserCommand ${email}`, `AdminGetUserCommand ${email}`]);
});

it('sends the mail again to who never signed in, and to no one else', async () => {
  const { pool, asked } = poolWith('exists', 'waiting', 'user', 'signedIn');
  expect(await pool.ensureUser(email)).toEqual({ memberId: 'the-sub', state: 'waiting' });
  await pool.mailAgain(email);
  await pool.mailAgain(email);
  expect(asked.slice(2)).toEqual([`AdminCreateUserCommand ${email} RESEND`, `AdminCreateUserCommand ${email} RESEND`]);
  await expect(poolWith('none').pool.mailAgain(email)).rejects.toThrow('deleted meanwhile');
});

it('has the caller begin again when the user is deleted between the two', async () => {
  await expect(poolWith('exists', 'none').pool.ensureUser(email)).rejects.toThrow('deleted meanwhile');
});

it('refuses an address that Cognito does not take, without the address', async () => {
  await expect(poolWith('wrong').pool.ensureUser(email)).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: 'email', rule: 'format' }],
    message: expect.not.stringContaining(email),
  });
});

it('sets a temporary password, and tells when there is no such user', async () => {
  const { pool, asked } = poolWith('user', 'none');
  expect(await pool.setTemporaryPassword('the-sub', 'a-password')).toBe(true);
  expect(await pool.setTemporaryPassword('the-sub', 'a-password')).toBe(false);
  expect(asked).toEqual(['AdminSetUserPasswordCommand the-sub', 'AdminSetUserPasswordCommand the-sub']);
});

it('deletes a user by the id, once or again', async () => {
  const { pool, asked } = poolWith('user', 'none');
  await pool.removeUser('the-sub');
  await pool.removeUser('the-sub');
  expect(asked).toEqual(['AdminDeleteUserCommand the-sub', 'AdminDeleteUserCommand the-sub']);
});

it('finds no one without a user', async () => {
  expect(await poolWith('none').pool.findUser(email)).toBeNull();
});

it.each([
  ['usedUp', 'rate_limited', 90 * 60, 'LimitExceededException'],
  ['undelivered', 'temporarily_unavailable', 3_600, 'CodeDeliveryFailureException'],
  ['forbidden', 'temporarily_unavailable', 3_600, 'InvalidEmailRoleAccessPolicyException'],
] as const)(
  'answers a mail that is refused by %s with %s, says when to try again, and notes it',
  async (answer, ...expected) => {
    const [code, retryAfter, name] = expected;
    const first = poolWith(answer);
    await expect(first.pool.ensureUser(email)).rejects.toMatchObject({ code, retryAfter });
    const again = poolWith(answer);
    await expect(again.pool.mailAgain(email)).rejects.toMatchObject({ code, retryAfter });
    expect([first.refused, again.refused]).toEqual([[name], [name]]);
  },
);

it('leaves calls that come too fast to the retries', async () => {
  const { pool, refused } = poolWith('tooFast');
  await expect(pool.ensureUser(email)).rejects.toMatchObject({ name: 'TooManyRequestsException' });
  expect(refused).toEqual([]);
});
