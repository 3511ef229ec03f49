import type { Construct } from 'constructs';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';

/** Where the platform sends the browser back to after its sign-up. */
export const signUpRedirectPath = '/connect/callback';

export const addConnect = (scope: Construct, { stage, storage, encryption, platform, api }: ServiceParts): void => {
  const connect = new ServiceFunction(scope, 'Connect', {
    stage,
    description: 'Shows the pages on which end customers connect their numbers, and connects them',
    entry: 'lambdas/connect/handler.ts',
    size: stage.connect,
    environment: {
      stage: stage.name,
      tableName: storage.table.tableName,
      graphUrl: platform.graphUrl,
      dialogUrl: platform.dialogUrl,
      ...platform.environment,
      keyId: encryption.key.keyId,
      baseUrl: api.baseUrl,
    },
  });
  storage.grantReading(connect, ['GetItem', 'BatchGetItem', 'Query']);
  storage.grantCommitting(connect, ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']);
  encryption.grantSealing(connect, ['platform_token', 'number_pin']);
  encryption.grantOpening(connect, ['platform_token', 'number_pin', 'verify_token']);
  platform.grantReadingSecret(connect);
  api.addRoute(
    '/connect/{proxy+}',
    connect,
    'Whoever has a link is who it was made for: its random token opens the one session, and nothing without it.',
  );
};
