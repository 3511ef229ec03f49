/**
 * CloudFormation parameters of the stage `local`: what is only known once the local cloud runs. The template names
 * them, the local cloud answers them.
 */
export const localParameters = {
  /** Issuer of the members' ID tokens, as cognito-local writes it. */
  memberIssuer: 'LocalMemberIssuer',
  /** The key set of the user pool, as JSON. */
  memberJwks: 'LocalMemberJwks',
  /** Of the platform simulator, with its version. */
  graphUrl: 'LocalGraphUrl',
  /** The simulator's sign-up, for the browser. */
  dialogUrl: 'LocalDialogUrl',
  /** The app's number and secret at the simulator. */
  platformAppId: 'LocalPlatformAppId',
  platformAppSecret: 'LocalPlatformAppSecret',
  /** Origin of the console, such as `http://127.0.0.1:4510`. */
  consoleOrigin: 'LocalConsoleOrigin',
  /** What the waits of webhook deliveries are divided by. */
  retryDivisor: 'LocalRetryDivisor',
} as const;

export type LocalParameter = (typeof localParameters)[keyof typeof localParameters];
