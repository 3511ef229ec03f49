import type { Launch } from '../lambdas/domain/sign-up.ts';
import { localParameters, type LocalParameter } from '../lib/local-parameters.ts';
import type { CreatedUserPool } from '@swift-worker/local-cloud/resources/blueprint.ts';

/** Values that are known once the local cloud runs. */
export interface LocalFacts {
  /** `http://127.0.0.1:PORT` */
  readonly baseUrl: string;
  /** The origin of the hosted pages. */
  readonly connectOrigin: string;
  /** The origin of the managed login. */
  readonly signInOrigin: string;
  /** The platform simulator's Graph API, with the version. */
  readonly graphUrl: string;
  /** The simulator's sign-up. */
  readonly dialogUrl: string;
  /** The simulator's script for browsers. */
  readonly sdkUrl: string;
  readonly launch: Launch;
  /** The app at the simulator. */
  readonly app: { readonly id: string; readonly secret: string };
  /** Undefined before it is created. */
  readonly userPool: CreatedUserPool | undefined;
  /** Divides retry gaps and similar times, so that a person or a test can wait for them. */
  readonly fastRetries: boolean;
}

/** The values of the template's parameters in the stage `local`. */
export const parameterValues = ({
  baseUrl,
  connectOrigin,
  signInOrigin,
  graphUrl,
  dialogUrl,
  sdkUrl,
  launch,
  app,
  userPool,
  fastRetries,
}: LocalFacts): Record<LocalParameter, string> => ({
  [localParameters.consoleOrigin]: baseUrl,
  [localParameters.connectOrigin]: connectOrigin,
  [localParameters.signInUrl]: signInOrigin,
  [localParameters.graphUrl]: graphUrl,
  [localParameters.dialogUrl]: dialogUrl,
  [localParameters.sdkUrl]: sdkUrl,
  [localParameters.signUpLaunch]: launch,
  [localParameters.platformAppId]: app.id,
  [localParameters.platformAppSecret]: app.secret,
  [localParameters.retryDivisor]: fastRetries ? '1000' : '1',
  [localParameters.memberIssuer]: userPool?.issuer ?? '',
  [localParameters.memberJwks]: JSON.stringify(userPool?.jwks ?? { keys: [] }),
});
