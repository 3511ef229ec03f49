import {
  AccountRecovery,
  CfnManagedLoginBranding,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  StandardThreatProtectionMode,
  UserPool,
  UserPoolEmail,
  type UserPoolClient,
  type UserPoolClientOptions,
  UserPoolClientIdentityProvider,
} from 'aws-cdk-lib/aws-cognito';
import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { Aws, Duration, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { pinLogicalId } from '../logical-id.ts';
import { removalPolicyOf } from '../removal-policy.ts';
import type { StageConfig } from '../stages.ts';
import { allow } from '../unseen-grants.ts';

/**
 * Long passwords without rules of composition: at least 15 characters where a password is the only factor.
 * https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver
 */
const passwords = {
  minLength: 15,
  requireLowercase: false,
  requireUppercase: false,
  requireDigits: false,
  requireSymbols: false,
} as const;

/** The OAuth settings of the portal. Without a portal, browsers cannot sign in. */
const signInBy = (origins: readonly string[]): Pick<UserPoolClientOptions, 'oAuth' | 'disableOAuth'> =>
  origins.length === 0
    ? { disableOAuth: true }
    : {
        oAuth: {
          flows: { authorizationCodeGrant: true, implicitCodeGrant: false, clientCredentials: false },
          scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
          callbackUrls: origins.map((origin) => `${origin}/signed-in`),
          logoutUrls: origins.map((origin) => `${origin}/signed-out`),
        },
      };

/** The members' identities. A token of this pool proves the identity; roles are in the table. */
export class Identity extends Construct {
  readonly pool: UserPool;
  readonly portalClient: UserPoolClient;

  /** @param portalOrigins the portal's origins; may be empty */
  constructor(scope: Construct, id: string, stage: StageConfig, portalOrigins: readonly string[]) {
    super(scope, id);
    this.pool = this.#createPool(stage);
    this.portalClient = this.#createPortalClient(stage, portalOrigins);
    this.#addSignInPages(stage);
  }

  /** `https://cognito-idp.<region>.amazonaws.com/<pool>`, the `iss` of its tokens. */
  get issuer(): string {
    return this.pool.userPoolProviderUrl;
  }

  get jwksUri(): string {
    return `${this.issuer}/.well-known/jwks.json`;
  }

  grantMemberAdministration(grantee: IGrantable): void {
    allow(grantee, {
      actions: ['cognito-idp:AdminCreateUser', 'cognito-idp:AdminDeleteUser', 'cognito-idp:AdminGetUser'],
      resources: [this.pool.userPoolArn],
    });
  }

  #createPool(stage: StageConfig): UserPool {
    const { mfa, secondFactors, mail, threatProtection } = stage.members;
    if (secondFactors.includes('email') && mail === null)
      throw new Error(`members.secondFactors of ${stage.name} has email, which needs members.mail`);
    const pool = new UserPool(this, 'UserPool', {
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      keepOriginal: { email: true },
      standardAttributes: { email: { required: true, mutable: true } },
      passwordPolicy: {
        ...passwords,
        tempPasswordValidity: Duration.days(3),
      },
      mfa: mfa === 'required' ? Mfa.REQUIRED : Mfa.OPTIONAL,
      // Not by SMS, which NIST restricts: https://pages.nist.gov/800-63-4/sp800-63b.html#restrict
      mfaSecondFactor: {
        otp: secondFactors.includes('app'),
        email: secondFactors.includes('email'),
        sms: false,
      },
      ...(mail === null
        ? {}
        : {
            email: UserPoolEmail.withSES({
              fromEmail: mail.from,
              sesVerifiedDomain: mail.domain,
              sesRegion: stage.region,
            }),
          }),
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      featurePlan: threatProtection ? FeaturePlan.PLUS : FeaturePlan.ESSENTIALS,
      standardThreatProtectionMode: threatProtection
        ? StandardThreatProtectionMode.FULL_FUNCTION
        : StandardThreatProtectionMode.NO_ENFORCEMENT,
      deletionProtection: stage.data.deletionProtection,
      removalPolicy: removalPolicyOf(stage),
    });
    pinLogicalId(pool, 'UserPool');
    Validations.of(pool).acknowledge({
      id: 'AwsSolutions-COG1',
      reason: 'NIST SP 800-63B asks for length and forbids rules of composition.',
    });
    if (mfa === 'optional') {
      Validations.of(pool).acknowledge({
        id: 'AwsSolutions-COG2',
        reason: 'The members of this stage have access to test data only. A second factor is optional.',
      });
    }
    if (!threatProtection) {
      Validations.of(pool).acknowledge({
        id: 'AwsSolutions-COG8',
        reason: 'The members of this stage have access to test data only, which does not need the PLUS plan.',
      });
    }
    return pool;
  }

  #createPortalClient(stage: StageConfig, origins: readonly string[]): UserPoolClient {
    const { idTokenHours, sessionHours, adminPasswordSignIn } = stage.members;
    const client = this.pool.addClient('PortalClient', {
      // A browser keeps no secret. PKCE binds the code to it: https://www.rfc-editor.org/rfc/rfc7636
      generateSecret: false,
      // Explicit, because Cognito has defaults. Refreshing is always allowed.
      authFlows: { adminUserPassword: adminPasswordSignIn },
      ...signInBy(origins),
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      idTokenValidity: Duration.hours(idTokenHours),
      accessTokenValidity: Duration.hours(idTokenHours),
      refreshTokenValidity: Duration.hours(sessionHours),
      enableTokenRevocation: true,
      preventUserExistenceErrors: true,
    });
    pinLogicalId(client, 'PortalClient');
    return client;
  }

  #addSignInPages(stage: StageConfig): void {
    const domain = this.pool.addDomain('Domain', {
      // The prefix must be unique in the region, so it contains the account id.
      cognitoDomain: { domainPrefix: `swift-worker-${stage.name}-${Aws.ACCOUNT_ID}` },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    pinLogicalId(domain, 'SignInDomain');
    // Managed login requires a style for each client.
    new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: this.pool.userPoolId,
      clientId: this.portalClient.userPoolClientId,
      useCognitoProvidedValues: true,
    });
  }
}
