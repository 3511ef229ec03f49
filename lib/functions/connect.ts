import type { Construct } from 'constructs';
import { ServiceFunction } from '../constructs/service-function.ts';
import { maintenanceEnvironment } from '../maintenance-environment.ts';
import type { ServiceParts } from '../service-parts.ts';

/** Where the platform's sign-up redirects the browser. */
export const signUpRedirectPath = '/connect/callback';

export const addConnect = (
  scope: Construct,
  { stage, storage, encryption, platform, api, connectUrl }: ServiceParts,
): void => {
  const connect = new ServiceFunction(scope, 'Connect', {
    stage,
    description: 'Serves the pages on which end customers connect their numbers, and connects them',
    entry: 'lambdas/functions/connect.ts',
    size: stage.connect,
    environment: {
      stage: stage.name,
      tableName: storage.table.tableName,
      graphUrl: platform.graphUrl,
      dialogUrl: platform.dialogUrl,
      sdkUrl: platform.sdkUrl,
      ...platform.signUpEnvironment,
      ...platform.environment,
      keyId: encryption.key.keyId,
      baseUrl: connectUrl,
      ...(connectUrl !== api.baseUrl && { ownHost: 'on' }),
      ...maintenanceEnvironment(stage),
    },
  });
  connect.release();
  storage.grantReading(connect, ['GetItem', 'BatchGetItem', 'Query']);
  storage.grantCommitting(connect, ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']);
  encryption.grantSealing(connect, ['platform_token', 'number_pin']);
  encryption.grantOpening(connect, ['platform_token', 'number_pin', 'verify_token']);
  platform.grantReadingSecret(connect);
  api.addRoute(
    '/connect/{proxy+}',
    connect,
    'The random token of the link authenticates its holder and opens one session.',
    stage.api.open.connect,
  );
};
