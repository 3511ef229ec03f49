import { DescribeTableCommand, type TableDescription } from '@aws-sdk/client-dynamodb';
import { missing, ok, type Item } from './item.ts';
import { isFailedCreation } from './stack-state.ts';
import type { Check, Subject } from './subject.ts';

const name = 'replica';

const describe = async (clients: Subject['clients'], table: string): Promise<TableDescription> => {
  const { Table: found = {} } = await clients.dynamodb.send(new DescribeTableCommand({ TableName: table }));
  return found;
};

const lookAt = async ({ stage, clients, clientsIn }: Subject, table: string): Promise<readonly Item[]> => {
  const wanted = stage.replica?.table === true ? stage.replica.region : null;
  const { Replicas: replicas = [] } = await describe(clients, table);
  const regions = replicas.flatMap(({ RegionName: region = stage.region }) =>
    region === stage.region ? [] : [region],
  );
  const ending = regions.filter((region) => region !== wanted);
  if (ending.length > 0 && wanted !== null && !regions.includes(wanted)) {
    return [
      missing(
        name,
        `${table} has a replica in ${ending.join(', ')}, and a deployment adds or removes one replica alone`,
        `Deploy with replica.table false in ${ending.join(', ')} first, then set replica.region to ${wanted}.`,
      ),
    ];
  }
  const found = await Promise.all(ending.map((region) => describe(clientsIn(region), table)));
  const isProtected = ending.filter((_, index) => found[index]?.DeletionProtectionEnabled === true);
  if (isProtected.length === 0) return [ok(name, `${table} may get the replicas of the stage`)];
  return isProtected.map((region) =>
    missing(
      name,
      `the deployment removes the replica of ${table} in ${region}, which is protected`,
      `aws dynamodb update-table --region ${region} --table-name ${table} --no-deletion-protection-enabled`,
    ),
  );
};

/**
 * Whether the table's replicas may change as the stage says. One is added or removed in an update, and a protected one is not removed:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-globaltable.html
 */
export const replicas: Check = {
  name,
  actions: ['dynamodb:DescribeTable'],
  look: async (subject) => {
    const { stack } = subject;
    const tables = stack === null || isFailedCreation(stack) ? [] : stack.ofType('AWS::DynamoDB::GlobalTable');
    return (await Promise.all(tables.map((table) => lookAt(subject, table)))).flat();
  },
};
