import { z } from 'zod';
import type { SignInClient } from '../sign-in/directory.ts';

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_PasswordPolicyType.html */
export interface PasswordPolicy {
  readonly MinimumLength: number;
  readonly RequireLowercase: boolean;
  readonly RequireUppercase: boolean;
  readonly RequireNumbers: boolean;
  readonly RequireSymbols: boolean;
  readonly TemporaryPasswordValidityDays: number;
}

export interface PoolSettings {
  /** Attributes by which users are named; without any, the names are those that the caller gives. */
  readonly namedBy: readonly ('email' | 'phone_number')[];
  readonly caseSensitive: boolean;
  readonly passwords: PasswordPolicy;
  /** Whether an attribute of the schema can change, by its name. */
  readonly mutable: ReadonlyMap<string, boolean>;
}

export interface PoolClient extends SignInClient {
  readonly poolId: string;
  /** The flows that the client may use, such as `ALLOW_USER_PASSWORD_AUTH`. */
  readonly flows: ReadonlySet<string>;
  /** Whether errors hide that there is no such user. */
  readonly hidesUsers: boolean;
  readonly revokesTokens: boolean;
}

/** https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-attributes.html */
const standardAttributes: readonly string[] = [
  ...['address', 'birthdate', 'email', 'email_verified', 'family_name', 'gender', 'given_name', 'locale'],
  ...['middle_name', 'name', 'nickname', 'phone_number', 'phone_number_verified', 'picture', 'preferred_username'],
  ...['profile', 'updated_at', 'website', 'zoneinfo'],
];

/** Of a pool without a policy. */
const defaultPolicy: PasswordPolicy = {
  MinimumLength: 8,
  RequireLowercase: true,
  RequireUppercase: true,
  RequireNumbers: true,
  RequireSymbols: true,
  TemporaryPasswordValidityDays: 7,
};

/** The properties of `AWS::Cognito::UserPool` that have an effect here. */
const poolProperties = z.object({
  UsernameAttributes: z.array(z.enum(['email', 'phone_number'])).default([]),
  UsernameConfiguration: z.object({ CaseSensitive: z.boolean() }).default({ CaseSensitive: true }),
  Policies: z
    .object({
      PasswordPolicy: z
        .object({
          MinimumLength: z.number().default(defaultPolicy.MinimumLength),
          RequireLowercase: z.boolean().default(false),
          RequireUppercase: z.boolean().default(false),
          RequireNumbers: z.boolean().default(false),
          RequireSymbols: z.boolean().default(false),
          TemporaryPasswordValidityDays: z.number().default(defaultPolicy.TemporaryPasswordValidityDays),
        })
        .default(defaultPolicy),
    })
    .default({ PasswordPolicy: defaultPolicy }),
  Schema: z.array(z.object({ Name: z.string(), Mutable: z.boolean().default(true) })).default([]),
});

export const readPool = (properties: unknown): PoolSettings => {
  const { UsernameAttributes, UsernameConfiguration, Policies, Schema } = poolProperties.parse(properties);
  const standard = new Set(standardAttributes);
  return {
    namedBy: UsernameAttributes,
    caseSensitive: UsernameConfiguration.CaseSensitive,
    passwords: Policies.PasswordPolicy,
    mutable: new Map([
      ['sub', false],
      ...standardAttributes.map((name): [string, boolean] => [name, true]),
      ...Schema.map(({ Name, Mutable }): [string, boolean] => [standard.has(Name) ? Name : `custom:${Name}`, Mutable]),
    ]),
  };
};

/**
 * Of a client that names none, as far as there are such flows here.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateUserPoolClient.html
 */
const defaultFlows = ['ALLOW_REFRESH_TOKEN_AUTH'];

const minutesIn = { seconds: 1 / 60, minutes: 1, hours: 60, days: 1440 } as const;

/**
 * The properties of `AWS::Cognito::UserPoolClient` that have an effect here. The validity of ID and access tokens has none: they are valid for a
 * day. The defaults are those of Cognito.
 */
const clientProperties = z.object({
  CallbackURLs: z.array(z.string()).default([]),
  LogoutURLs: z.array(z.string()).default([]),
  ExplicitAuthFlows: z.array(z.string()).default([]),
  PreventUserExistenceErrors: z.enum(['ENABLED', 'LEGACY']).default('LEGACY'),
  EnableTokenRevocation: z.boolean().default(true),
  RefreshTokenValidity: z.number().default(30),
  TokenValidityUnits: z
    .object({ RefreshToken: z.enum(['seconds', 'minutes', 'hours', 'days']).default('days') })
    .default({ RefreshToken: 'days' }),
  RefreshTokenRotation: z
    .object({ Feature: z.enum(['ENABLED', 'DISABLED']), RetryGracePeriodSeconds: z.number().default(0) })
    .optional(),
});

export const readClient = (poolId: string, clientId: string, properties: unknown): PoolClient => {
  const read = clientProperties.parse(properties);
  const rotation = read.RefreshTokenRotation?.Feature === 'ENABLED' ? read.RefreshTokenRotation : undefined;
  return {
    poolId,
    clientId,
    callbackUrls: read.CallbackURLs,
    logoutUrls: read.LogoutURLs,
    flows: new Set(read.ExplicitAuthFlows.length === 0 ? defaultFlows : read.ExplicitAuthFlows),
    hidesUsers: read.PreventUserExistenceErrors === 'ENABLED',
    revokesTokens: read.EnableTokenRevocation,
    refreshMilliseconds: read.RefreshTokenValidity * minutesIn[read.TokenValidityUnits.RefreshToken] * 60_000,
    graceMilliseconds: rotation === undefined ? null : rotation.RetryGracePeriodSeconds * 1000,
  };
};
