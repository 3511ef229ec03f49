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
  type UserInvitationConfig,
  type UserPoolClient,
  type UserPoolClientOptions,
  UserPoolClientIdentityProvider,
} from 'aws-cdk-lib/aws-cognito';
import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { Duration, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { pinLogicalId } from '../logical-id.ts';
import { refreshGraceSeconds, temporaryPasswordDays } from '../member-settings.ts';
import { signInPrefixOf } from '../portal/sign-in-url.ts';
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

/** The portals of a stage. */
interface Portals {
  /** The URL of the stage's own portal, with its path; null: none. */
  readonly own: string | null;
  /** The origins of other portals. */
  readonly others: readonly string[];
}

/** The OAuth settings of the portals. Without a portal, browsers cannot sign in. */
const signInBy = ({ own, others }: Portals): Pick<UserPoolClientOptions, 'oAuth' | 'disableOAuth'> => {
  const ownUrls = own === null ? [] : [own];
  if (own === null && others.length === 0) return { disableOAuth: true };
  return {
    oAuth: {
      flows: { authorizationCodeGrant: true, implicitCodeGrant: false, clientCredentials: false },
      scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
      callbackUrls: [...ownUrls, ...others.map((origin) => `${origin}/signed-in`)],
      logoutUrls: [...ownUrls, ...others.map((origin) => `${origin}/signed-out`)],
    },
  };
};

/** Cognito fills in the address and the temporary password. Without a portal of the stage, it sends its own text. */
const invitationTo = ({ own }: Portals): UserInvitationConfig | undefined =>
  own === null
    ? undefined
    : {
        emailSubject: 'Your invitation to the portal',
        emailBody: [
          `You were invited to the portal. Sign in at <a href="${own}">${own}</a>.`,
          'Your user name is {username}. Your temporary password is {####}',
          `It is valid for ${temporaryPasswordDays} days. You choose your own password when you sign in.`,
        ].join('<br><br>'),
      };

/** The members' identities. A token of this pool proves the identity; roles are in the table. */
export class Identity extends Construct {
  readonly pool: UserPool;
  readonly portalClient: UserPoolClient;

  constructor(scope: Construct, id: string, stage: StageConfig, portals: Portals) {
    super(scope, id);
    this.pool = this.#createPool(stage, invitationTo(portals));
    this.portalClient = this.#createPortalClient(stage, portals);
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

  /** For the operator alone. */
  grantPasswordReset(grantee: IGrantable): void {
    allow(grantee, { actions: ['cognito-idp:AdminSetUserPassword'], resources: [this.pool.userPoolArn] });
  }

  #createPool(stage: StageConfig, userInvitation: UserInvitationConfig | undefined): UserPool {
    const { mfa, recovery, mail, threatProtection } = stage.members;
    const factors: readonly string[] = stage.members.secondFactors;
    const pool = new UserPool(this, 'UserPool', {
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      keepOriginal: { email: true },
      ...(userInvitation === undefined ? {} : { userInvitation }),
      standardAttributes: { email: { required: true, mutable: true } },
      passwordPolicy: {
        ...passwords,
        tempPasswordValidity: Duration.days(temporaryPasswordDays),
      },
      mfa: mfa === 'required' ? Mfa.REQUIRED : Mfa.OPTIONAL,
      // Not by SMS, which NIST restricts: https://pages.nist.gov/800-63-4/sp800-63b.html#restrict
      mfaSecondFactor: {
        otp: factors.includes('app'),
        email: factors.includes('email'),
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
      accountRecovery: recovery === 'email' ? AccountRecovery.EMAIL_ONLY : AccountRecovery.NONE,
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

  #createPortalClient(stage: StageConfig, portals: Portals): UserPoolClient {
    const { idTokenHours, sessionHours, adminPasswordSignIn } = stage.members;
    const client = this.pool.addClient('PortalClient', {
      // A browser keeps no secret. PKCE binds the code to it: https://www.rfc-editor.org/rfc/rfc7636
      generateSecret: false,
      // `custom` does nothing, because the pool has no Lambda triggers. Without any flow, Cognito adds its defaults with
      // ALLOW_REFRESH_TOKEN_AUTH, which it refuses together with rotation.
      authFlows: { adminUserPassword: adminPasswordSignIn, custom: true },
      ...signInBy(portals),
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      idTokenValidity: Duration.hours(idTokenHours),
      accessTokenValidity: Duration.hours(idTokenHours),
      refreshTokenValidity: Duration.hours(sessionHours),
      enableTokenRevocation: true,
      refreshTokenRotationGracePeriod: Duration.seconds(refreshGraceSeconds),
      preventUserExistenceErrors: true,
    });
    pinLogicalId(client, 'PortalClient');
    return client;
  }

  #addSignInPages(stage: StageConfig): void {
    const domain = this.pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: signInPrefixOf(stage.name) },
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
