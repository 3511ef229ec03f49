import type { Construct } from 'constructs';
import type { Variable } from '../../lambdas/runtime/environment.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { localParameters } from '../local-parameters.ts';
import { outboundEnvironment } from '../outbound-environment.ts';
import { maintenanceEnvironment } from '../maintenance-environment.ts';
import { platformCallbackPath } from './platform-callback.ts';
import type { ServiceParts } from '../service-parts.ts';
import type { FunctionSize } from '../function-size.ts';

export const dispatcherPath = '/functions/v1/swift-worker';

/** The variables for verifying a member's token, which the local cloud sets as parameters. */
const memberVerification = ({ stage, identity, local }: ServiceParts): Partial<Record<Variable, string>> =>
  stage.name === 'local'
    ? { memberIssuer: local(localParameters.memberIssuer), memberJwks: local(localParameters.memberJwks) }
    : { memberIssuer: identity.issuer, memberJwksUri: identity.jwksUri };

const mostEnvironmentsOf = ({ reservedConcurrency: most }: FunctionSize): string =>
  String(most === 'unreserved' ? Infinity : most);

export const addDispatcher = (scope: Construct, parts: ServiceParts): ServiceFunction => {
  const { stage, storage, encryption, identity, api, connectUrl, platform, notices } = parts;
  const dispatcher = new ServiceFunction(scope, 'Dispatcher', {
    stage,
    description: 'Answers every call of partners and members',
    entry: 'lambdas/functions/dispatcher.ts',
    size: stage.dispatcher,
    environment: {
      stage: stage.name,
      tableName: storage.table.tableName,
      ...memberVerification(parts),
      ...outboundEnvironment(stage),
      memberPoolId: identity.pool.userPoolId,
      memberClientId: identity.portalClient.userPoolClientId,
      keyId: encryption.key.keyId,
      rateScale: String(stage.rateScale),
      mostEnvironments: mostEnvironmentsOf(stage.dispatcher),
      graphUrl: platform.graphUrl,
      ...platform.environment,
      baseUrl: connectUrl,
      ...(platform.environment.platformAppId !== undefined && {
        platformCallbackUrl: `${api.baseUrl}${platformCallbackPath}`,
      }),
      ...(notices !== null && { noticesFrom: notices.environment.noticesFrom }),
      ...maintenanceEnvironment(stage),
    },
  });
  dispatcher.release();
  storage.grantReading(dispatcher, ['GetItem', 'BatchGetItem', 'Query']);
  storage.grantCommitting(dispatcher, ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']);
  // Undelivered events, which a partner sends again.
  storage.grantFindingDue(dispatcher);
  // A partner's first webhook secret is created with its first endpoint.
  encryption.grantSealing(dispatcher, ['response', 'verify_token', 'webhook_secret']);
  encryption.grantOpening(dispatcher, ['response', 'platform_token', 'webhook_secret', 'verify_token']);
  // A refused token is proven to be lost with the app's credentials.
  platform.grantReadingSecret(dispatcher);
  // Members invite and remove members. Their users are in the pool.
  identity.grantMemberAdministration(dispatcher);
  api.addRoute(
    dispatcherPath,
    dispatcher,
    'The dispatcher authenticates partner keys and member tokens and answers with the errors of the API.',
  );
  return dispatcher;
};
