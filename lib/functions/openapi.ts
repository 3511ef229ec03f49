import type { Construct } from 'constructs';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';
import { dispatcherPath } from './dispatcher.ts';

/** Apart from the dispatcher, whose cold start would have to load the whole description. */
export const addOpenApi = (scope: Construct, { stage, api }: ServiceParts): void => {
  const openApi = new ServiceFunction(scope, 'OpenApi', {
    stage,
    description: 'Shows the OpenAPI description of the service, and answers on paths that do not exist',
    entry: 'lambdas/openapi/handler.ts',
    size: stage.openApi,
    environment: { stage: stage.name, baseUrl: api.baseUrl },
  });
  api.addRoute(
    `${dispatcherPath}/openapi.json`,
    openApi,
    'The description of the service is public: it holds no data of anybody.',
  );
  // It may read and write nothing, unlike the dispatcher.
  api.addDefaultRoute(openApi, 'It answers 404 to everybody.');
};
