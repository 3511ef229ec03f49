import type { Construct } from 'constructs';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';
import { dispatcherPath } from './dispatcher.ts';
import { probePath } from './stage-probe.ts';

/** A function of its own, because the description would slow down the dispatcher's cold starts. */
export const addOpenApi = (scope: Construct, { stage, api }: ServiceParts): void => {
  const openApi = new ServiceFunction(scope, 'OpenApi', {
    stage,
    description: 'Serves the OpenAPI description and answers requests of unknown paths',
    entry: 'lambdas/functions/open-api.ts',
    size: stage.openApi,
    environment: { stage: stage.name, baseUrl: api.baseUrl },
  });
  openApi.release();
  api.addRoute(
    `${dispatcherPath}/openapi.json`,
    openApi,
    'The description of the service is public.',
    stage.api.open.openApi,
  );
  // Unlike the dispatcher, the function has no access to data.
  const why = 'It answers 404 to everybody.';
  api.addDefaultRoute(openApi, why, stage.api.open.unknownPaths);
  // API Gateway keeps the settings of a removed route, and then refuses further updates: https://github.com/aws/serverless-application-model/issues/1939
  if (stage.probe !== 'on') api.addRoute(probePath, openApi, why, { requestsPerSecond: 1, burst: 1 });
};
