import type { Construct } from 'constructs';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { ServiceParts } from '../service-parts.ts';

/** @returns the function, for whom it is invoked by */
export const addOperator = (
  scope: Construct,
  { stage, storage, encryption, identity }: ServiceParts,
): ServiceFunction => {
  const operator = new ServiceFunction(scope, 'Operator', {
    stage,
    description: 'Answers the commands of the service operator; invoked by IAM only',
    entry: 'lambdas/operator/handler.ts',
    size: stage.operator,
    environment: {
      stage: stage.name,
      tableName: storage.table.tableName,
      keyId: encryption.key.keyId,
      memberPoolId: identity.pool.userPoolId,
    },
  });
  storage.grantReading(operator, ['GetItem', 'BatchGetItem', 'Query']);
  storage.grantFindingDue(operator);
  storage.grantCommitting(operator, ['PutItem', 'UpdateItem', 'DeleteItem']);
  encryption.grantSealing(operator, ['webhook_secret']);
  identity.grantMemberAdministration(operator);
  return operator;
};
