import { localParameters, type LocalParameter } from '../lib/local-parameters.ts';
import type { CreatedUserPool } from '@swift-worker/local-cloud/resources/blueprint.ts';

/** What is known of the local cloud once it runs. */
export interface LocalFacts {
  /** `http://127.0.0.1:PORT` */
  readonly baseUrl: string;
  /** Of the platform simulator, with its version. */
  readonly graphUrl: string;
  /** The simulator's sign-up. */
  readonly dialogUrl: string;
  /** The app at the simulator. */
  readonly app: { readonly id: string; readonly secret: string };
  /** Undefined before it is created. */
  readonly userPool: CreatedUserPool | undefined;
  /** Divides webhook gaps and their like, so that a person or a test can wait for them. */
  readonly fastRetries: boolean;
}

/** Values of the parameters that the stage `local` leaves open. */
export const parameterValues = ({
  baseUrl,
  graphUrl,
  dialogUrl,
  app,
  userPool,
  fastRetries,
}: LocalFacts): Record<LocalParameter, string> => ({
  [localParameters.consoleOrigin]: baseUrl,
  [localParameters.graphUrl]: graphUrl,
  [localParameters.dialogUrl]: dialogUrl,
  [localParameters.platformAppId]: app.id,
  [localParameters.platformAppSecret]: app.secret,
  [localParameters.retryDivisor]: fastRetries ? '1000' : '1',
  [localParameters.memberIssuer]: userPool?.issuer ?? '',
  [localParameters.memberJwks]: JSON.stringify(userPool?.jwks ?? { keys: [] }),
});
