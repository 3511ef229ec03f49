import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  ListUsersCommand,
  type AdminCreateUserCommandInput,
  type ListUsersCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import { startUserPool, type UserPoolScene } from './scene.ts';

let scene: UserPoolScene;
beforeAll(async () => {
  scene = await startUserPool();
});
afterAll(() => scene.stop());

const create = (Username: string, more: Partial<AdminCreateUserCommandInput> = {}) =>
  scene.sdk.send(
    new AdminCreateUserCommand({ UserPoolId: scene.pool.poolId, Username, MessageAction: 'SUPPRESS', ...more }),
  );
const get = (Username: string) => scene.sdk.send(new AdminGetUserCommand({ UserPoolId: scene.pool.poolId, Username }));
const update = (Username: string, attributes: Readonly<Record<string, string>>) => {
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
  return scene.sdk.send(
    new AdminUpdateUserAttributesCommand({ UserPoolId: scene.pool.poolId, Username, UserAttributes }),
  );
};
const setPassword = (Username: string, Password: string, Permanent = true) =>
  scene.sdk.send(new AdminSetUserPasswordCommand({ UserPoolId: scene.pool.poolId, Username, Password, Permanent }));
const list = (input: Partial<ListUsersCommandInput> = {}) =>
  scene.sdk.send(new ListUsersCommand({ UserPoolId: scene.pool.poolId, ...input }));

const refused = (name: string, message: string) => ({ name, message });

// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminCreateUser.html
describe('AdminCreateUser', () => {
  it('names a user of a pool of e-mail addresses by its sub, and has it choose a password', async () => {
    const UserAttributes = [{ Name: 'email_verified', Value: 'true' }];
    const { User } = await create('first@x.example', { UserAttributes });
    const created = new Date(scene.now);
    expect(User).toEqual({
      Username: expect.stringMatching(/^[0-9a-f-]{36}$/),
      Attributes: [
        { Name: 'email', Value: 'first@x.example' },
        { Name: 'email_verified', Value: 'true' },
        { Name: 'sub', Value: User?.Username },
      ],
      Enabled: true,
      UserStatus: 'FORCE_CHANGE_PASSWORD',
      UserCreateDate: created,
      UserLastModifiedDate: created,
    });
  });

  it('refuses the address of another user in any case, also of two calls at once', async () => {
    const exists = refused('UsernameExistsException', 'User account already exists');
    await create('twice@x.example');
    await expect(create('Twice@X.example')).rejects.toMatchObject(exists);
    const both = await Promise.allSettled(
      [1, 2].map(() => create('once@x.example', { TemporaryPassword: 'Correct-horse-8' })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it.each([
    ['a name that is no address', 'nobody', {}, 'InvalidParameterException', 'Username should be an email.'],
    [
      'an attribute that the schema does not have',
      'a@x.example',
      { UserAttributes: [{ Name: 'custom:other', Value: 'a' }] },
      'InvalidParameterException',
      'user.custom:other: Attribute does not exist in the schema.',
    ],
    [
      'a sub',
      'a@x.example',
      { UserAttributes: [{ Name: 'sub', Value: 'a' }] },
      'InvalidParameterException',
      'user.sub: Attribute cannot be updated. (changing an immutable attribute)',
    ],
    [
      'a temporary password against the policy',
      'a@x.example',
      { TemporaryPassword: 'short' },
      'InvalidPasswordException',
      'Password did not conform with policy: Password not long enough',
    ],
    [
      'a message that has no way to the user',
      'a@x.example',
      { MessageAction: undefined },
      'InvalidParameterException',
      'User has no attribute matching desired delivery mediums',
    ],
    [
      'a pool that there is not',
      'a@x.example',
      { UserPoolId: 'us-east-1_other' },
      'ResourceNotFoundException',
      'User pool us-east-1_other does not exist.',
    ],
  ])('refuses %s, and creates no user', async (_, name, more, error, message) => {
    await expect(create(name, more)).rejects.toMatchObject(refused(error, message));
    await expect(get(name)).rejects.toMatchObject({ name: 'UserNotFoundException' });
  });
});

describe('AdminGetUser and AdminDeleteUser', () => {
  // https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminGetUser.html
  it('find a user by address in any case and by sub, until it is deleted', async () => {
    const { User } = await create('found@x.example');
    const Username = User?.Username ?? '';
    for (const name of ['found@x.example', 'FOUND@x.example', Username])
      expect(await get(name)).toMatchObject({ Username, UserAttributes: User?.Attributes, Enabled: true });
    expect(await get(Username)).not.toHaveProperty('Attributes');
    await scene.sdk.send(new AdminDeleteUserCommand({ UserPoolId: scene.pool.poolId, Username: 'Found@x.example' }));
    await expect(get(Username)).rejects.toMatchObject(refused('UserNotFoundException', 'User does not exist.'));
    expect((await create('found@x.example')).User?.Username).not.toBe(Username);
  });
});

// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminSetUserPassword.html
describe('AdminSetUserPassword', () => {
  it('confirms the user with a permanent password, and no longer with a temporary one', async () => {
    await create('password@x.example');
    scene.now += 1000;
    await setPassword('password@x.example', 'a long enough password');
    expect(await get('password@x.example')).toMatchObject({
      UserStatus: 'CONFIRMED',
      UserLastModifiedDate: new Date(scene.now),
    });
    await setPassword('password@x.example', 'another long password', false);
    expect(await get('password@x.example')).toMatchObject({ UserStatus: 'FORCE_CHANGE_PASSWORD' });
  });

  it('refuses a password against the policy, and a user that there is not', async () => {
    await expect(setPassword('password@x.example', 'short')).rejects.toMatchObject({
      name: 'InvalidPasswordException',
    });
    await expect(setPassword('nobody@x.example', 'a long enough password')).rejects.toMatchObject(
      refused('UserNotFoundException', 'User does not exist.'),
    );
  });
});

// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminUpdateUserAttributes.html
describe('AdminUpdateUserAttributes', () => {
  it('sets and deletes attributes, and takes a new address for unverified', async () => {
    await create('before@x.example', { UserAttributes: [{ Name: 'email_verified', Value: 'true' }] });
    await update('before@x.example', { 'custom:team': 'a', name: 'Jo' });
    await update('before@x.example', { email: 'after@x.example', name: '' });
    const { UserAttributes = [] } = await get('after@x.example');
    expect(UserAttributes.filter(({ Name }) => Name !== 'sub')).toEqual([
      { Name: 'custom:team', Value: 'a' },
      { Name: 'email', Value: 'after@x.example' },
      { Name: 'email_verified', Value: 'false' },
    ]);
    await expect(get('before@x.example')).rejects.toMatchObject({ name: 'UserNotFoundException' });
  });

  it('refuses an address of another user', async () => {
    await create('one@x.example');
    await create('other@x.example');
    await expect(update('one@x.example', { email: 'Other@x.example' })).rejects.toMatchObject(
      refused('AliasExistsException', 'An account with the email already exists.'),
    );
  });
});

// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html
describe('ListUsers', () => {
  const addresses = ['1', '2', '3', '4', '5'].map((number) => `page-${number}@list.example`);
  beforeAll(async () => {
    for (const address of addresses) {
      scene.now += 1000;
      await create(address, { UserAttributes: [{ Name: 'name', Value: '"Jo"' }] });
    }
  });
  const Filter = 'email ^= "page-"';
  const emailsOf = ({ Users = [] }: Awaited<ReturnType<typeof list>>) =>
    Users.map(({ Attributes = [] }) => Attributes.find(({ Name }) => Name === 'email')?.Value);

  it('gives pages, which together have each user once, also when the last of a page is deleted meanwhile', async () => {
    const first = await list({ Filter, Limit: 2 });
    const Username = 'page-2@list.example';
    await scene.sdk.send(new AdminDeleteUserCommand({ UserPoolId: scene.pool.poolId, Username }));
    const second = await list({ Filter, Limit: 2, PaginationToken: first.PaginationToken });
    const last = await list({ Filter, Limit: 2, PaginationToken: second.PaginationToken });
    expect([first, second, last].map(emailsOf)).toEqual([
      addresses.slice(0, 2),
      addresses.slice(2, 4),
      addresses.slice(4),
    ]);
    expect(last.PaginationToken).toBeUndefined();
  });

  it.each([
    ['email = "PAGE-5@list.example"', 1],
    ['"email"^="page-5"', 1],
    ['name = "\\"Jo\\""', 4],
    ['cognito:user_status = "force_change_password"', 4],
    ['status = "Disabled"', 0],
    ['email = "page-"', 0],
  ])('filters by %s', async (filter, count) => {
    const { Users = [] } = await list({ Filter: filter });
    const ofList = Users.filter(({ Attributes = [] }) =>
      Attributes.some(({ Value = '' }) => addresses.includes(Value)),
    );
    expect(ofList).toHaveLength(count);
  });

  it('shows the attributes that are asked for', async () => {
    const { Users = [] } = await list({ Filter: 'email = "page-5@list.example"', AttributesToGet: ['email'] });
    expect(Users.map(({ Attributes }) => Attributes)).toEqual([[{ Name: 'email', Value: 'page-5@list.example' }]]);
  });

  it.each([
    ['a filter without quotes', { Filter: 'email = x' }],
    ['a custom attribute', { Filter: '"custom:team" = "a"' }],
    ['a token of nobody', { PaginationToken: 'other' }],
    ['too large a page', { Limit: 61 }],
  ])('refuses %s', async (_, input) => {
    await expect(list(input)).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
});

it('refuses an operation that is not offered by its name', async () => {
  const disable = new AdminDisableUserCommand({ UserPoolId: scene.pool.poolId, Username: 'one@x.example' });
  await expect(scene.sdk.send(disable)).rejects.toMatchObject(
    refused('UnknownOperationException', 'The local cloud does not offer cognito-idp:AdminDisableUser'),
  );
});
