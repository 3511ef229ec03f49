/** The CloudFormation parameters of the stage `local`, which the local cloud sets. */
export const localParameters = {
  /** The issuer of the ID tokens of the local user pool. */
  memberIssuer: 'LocalMemberIssuer',
  /** The JWKS of the user pool. */
  memberJwks: 'LocalMemberJwks',
  /** The Graph API's URL at the platform simulator, with its version. */
  graphUrl: 'LocalGraphUrl',
  /** The URL of the simulator's sign-up. */
  dialogUrl: 'LocalDialogUrl',
  /** The URL of the simulator's script for browsers. */
  sdkUrl: 'LocalSdkUrl',
  /** How `npm start` launches the sign-up: `dialog` or `sdk`. */
  signUpLaunch: 'LocalSignUpLaunch',
  /** The app's id and secret at the simulator. */
  platformAppId: 'LocalPlatformAppId',
  platformAppSecret: 'LocalPlatformAppSecret',
  /** The origin of the API, the console and the portal, such as `http://127.0.0.1:4510`. */
  consoleOrigin: 'LocalConsoleOrigin',
  /** The origin of the hosted pages. */
  connectOrigin: 'LocalConnectOrigin',
  /** The origin of the managed login. */
  signInUrl: 'LocalSignInUrl',
  /** The divisor of the waits of webhook deliveries. */
  retryDivisor: 'LocalRetryDivisor',
} as const;

export type LocalParameter = (typeof localParameters)[keyof typeof localParameters];
