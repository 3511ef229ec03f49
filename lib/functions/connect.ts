import type { Construct } from 'constructs';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';

export const addConnect = (scope: Construct, { stage, storage, encryption, platform, api }: ServiceParts): void => {
  const connect = new ServiceFunction(scope, 'Connect', {
    stage,
    description: 'Shows the pages on which end customers connect their numbers, and connects them',
    entry: 'lambdas/connect/handler.ts',
    size: stage.connect,
    environment: {
      stage: stage.name,
      tableName: storage.table.tableName,
      ...platform.environment,
      keyId: encryption.key.keyId,
      baseUrl: api.api.apiEndpoint,
    },
  });
  storage.grantReading(connect);
  storage.grantCommitting(connect);
  encryption.grantSealing(connect, ['platform_token', 'number_pin']);
  encryption.grantOpening(connect, ['platform_token', 'number_pin', 'verify_token']);
  platform.grantReadingSecret(connect);
  api.addRoute(
    '/connect/{proxy+}',
    connect,
    'Whoever has a link is who it was made for: its random token opens the one session, and nothing without it.',
  );
};
