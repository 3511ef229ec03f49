/** How long an invited member can sign in for the first time. */
export const temporaryPasswordDays = 3;

/** How long a refresh token is accepted after it was replaced: a tab whose answer was lost repeats its call. 60 at most. */
export const refreshGraceSeconds = 60;

/** A sender of mails, of a domain that is verified in SES in the stage's region. */
export interface Mail {
  readonly from: string;
  readonly domain: string;
}

/**
 * The second factors, and who resets a password. `app`: an authenticator app. `email`: a code by mail, which Cognito sends
 * by SES alone, and refuses beside the recovery of passwords by mail. Then the operator resets them.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-mfa-sms-email-message.html
 */
type SecondFactors =
  | {
      readonly secondFactors: readonly ['app'];
      readonly recovery: 'email' | 'operator';
      /** Null: Cognito's own sender, 50 mails a day. https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-email.html */
      readonly mail: Mail | null;
    }
  | { readonly secondFactors: readonly ['app', 'email']; readonly recovery: 'operator'; readonly mail: Mail };

/** How members sign in. */
export type MemberSettings = SecondFactors & SignIn;

interface SignIn {
  readonly mfa: 'optional' | 'required';
  /**
   * Cognito's threat protection, which needs its PLUS plan; ESSENTIALS otherwise. It also refuses passwords that are known
   * to have leaked. https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-settings-threat-protection.html
   */
  readonly threatProtection: boolean;
  /** Validity of an ID token, 1..24 hours. */
  readonly idTokenHours: number;
  /** How long a member stays signed in, at least `idTokenHours`. */
  readonly sessionHours: number;
  /** Whether IAM permissions on the pool allow exchanging a password for tokens. */
  readonly adminPasswordSignIn: boolean;
}
