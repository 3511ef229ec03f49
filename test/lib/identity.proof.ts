import { describe, expect, test } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { localParameters } from '../../lib/local-parameters.ts';
import { local, production, staging } from '../../lib/stages.ts';
import { allStages, configured, policiesOf, synthesise } from '../../tools/harness/synthesised.ts';

describe.each(allStages.map(configured))('the members of stage $name', (stage) => {
  const { template, Resources } = synthesise(stage);

  test('are added by the operator alone and sign in by e-mail with a long password', () => {
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      Policies: {
        PasswordPolicy: {
          // NIST SP 800-63B: https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver
          MinimumLength: 15,
          RequireLowercase: false,
          RequireUppercase: false,
          RequireNumbers: false,
          RequireSymbols: false,
        },
      },
    });
  });

  test('use an authenticator app as their second factor, required where the stage says so', () => {
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      MfaConfiguration: stage.members.mfa === 'required' ? 'ON' : 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    });
  });

  test('sign in to the portal by authorisation code, without a secret', () => {
    template.resourceCountIs('AWS::Cognito::UserPoolClient', 1);
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthFlowsUserPoolClient: true,
      EnableTokenRevocation: true,
      PreventUserExistenceErrors: 'ENABLED',
    });
  });

  // ALLOW_REFRESH_TOKEN_AUTH and rotation exclude each other:
  // https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-refresh-token.html
  test('get a new refresh token with each use of one, which a tab may repeat for a minute', () => {
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
      ExplicitAuthFlows: Match.not(Match.arrayWith(['ALLOW_REFRESH_TOKEN_AUTH'])),
    });
  });

  test('have ID tokens good for an hour or more', () => {
    expect(stage.members.idTokenHours).toBeGreaterThanOrEqual(1);
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      IdTokenValidity: stage.members.idTokenHours * 60,
      TokenValidityUnits: Match.objectLike({ IdToken: 'minutes' }),
    });
  });

  test('sign in on pages of their stage', () => {
    template.hasResourceProperties('AWS::Cognito::UserPoolDomain', {
      Domain: { 'Fn::Join': ['', [`swift-worker-${stage.name}-`, { Ref: 'AWS::AccountId' }]] },
    });
  });

  test('are kept as the data is', () => {
    expect(Resources['UserPool']).toMatchObject(policiesOf(stage));
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      DeletionProtection: stage.data.deletionProtection ? 'ACTIVE' : 'INACTIVE',
    });
  });
});

describe('second factors by mail', () => {
  const { mfa, threatProtection, idTokenHours, sessionHours, adminPasswordSignIn } = staging.members;
  const { template } = synthesise({
    ...staging,
    members: {
      mfa,
      threatProtection,
      idTokenHours,
      sessionHours,
      adminPasswordSignIn,
      secondFactors: ['app', 'email'],
      recovery: 'operator',
      mail: { from: 'portal@mail.acme.test', domain: 'mail.acme.test' },
    },
  });

  test('are sent by SES', () => {
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      EnabledMfas: ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'],
      EmailConfiguration: { EmailSendingAccount: 'DEVELOPER', From: 'portal@mail.acme.test' },
    });
  });

  // "Email MFA is also disqualifying for account recovery with email": Cognito refuses the pool.
  // https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateUserPool.html
  test('go without recovery by mail, which Cognito refuses beside them', () => {
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'admin_only', Priority: 1 }] },
    });
  });
});

test.each(allStages)('members of $name recover their passwords by mail', (stage) => {
  synthesise(stage).template.hasResourceProperties('AWS::Cognito::UserPool', {
    AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
  });
});

test('the sign-in leads back to the portals of the stage, and to nothing else', () => {
  const { template } = synthesise(configured(staging));
  template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
    CallbackURLs: ['https://portal.staging.test/signed-in'],
    LogoutURLs: ['https://portal.staging.test/signed-out'],
  });
  const own = { 'Fn::Join': ['', [{ Ref: localParameters.consoleOrigin }, '/portal/']] };
  const others = (path: string) => ({ 'Fn::Join': ['', [{ Ref: localParameters.consoleOrigin }, path]] });
  synthesise(local).template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
    CallbackURLs: [own, others('/signed-in')],
    LogoutURLs: [own, others('/signed-out')],
  });
});

test('production requires the second factor and watches for stolen passwords', () => {
  synthesise(production).template.hasResourceProperties('AWS::Cognito::UserPool', {
    MfaConfiguration: 'ON',
    UserPoolTier: 'PLUS',
    UserPoolAddOns: { AdvancedSecurityMode: 'ENFORCED' },
  });
});

test.each([staging, production])('members of $name cannot sign in by a browser while it has no portal', (stage) => {
  synthesise({ ...stage, portalOrigins: [] }).template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
    AllowedOAuthFlowsUserPoolClient: false,
    AllowedOAuthFlows: Match.absent(),
    CallbackURLs: Match.absent(),
    LogoutURLs: Match.absent(),
  });
});

test('tokens for a password are for the local stage alone', () => {
  for (const stage of [staging, production]) {
    synthesise(stage).template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      ExplicitAuthFlows: ['ALLOW_CUSTOM_AUTH'],
    });
  }
  synthesise(local).template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
    ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_CUSTOM_AUTH'],
  });
});

describe('the dispatcher checks tokens', () => {
  const client = { MEMBER_CLIENT_ID: { Ref: 'PortalClient' } };

  test.each([staging, production])("of the user pool's issuer in stage $name", (stage) => {
    const issuer = { 'Fn::GetAtt': ['UserPool', 'ProviderURL'] };
    const { template, Resources } = synthesise(stage);
    template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: {
        Variables: Match.objectLike({
          ...client,
          MEMBER_ISSUER: issuer,
          MEMBER_JWKS_URI: { 'Fn::Join': ['', [issuer, '/.well-known/jwks.json']] },
        }),
      },
    });
    expect(JSON.stringify(Resources)).not.toContain('"MEMBER_JWKS":');
  });

  test('of the issuer and with the keys that the local cloud hands in', () => {
    const { template, Resources } = synthesise(local);
    template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: {
        Variables: Match.objectLike({
          ...client,
          MEMBER_ISSUER: { Ref: localParameters.memberIssuer },
          MEMBER_JWKS: { Ref: localParameters.memberJwks },
        }),
      },
    });
    expect(JSON.stringify(Resources)).not.toContain('"MEMBER_JWKS_URI":');
  });
});
