import { z } from 'zod';
import { partitionKeyOf } from '../event-sources/dynamodb-stream.ts';
import type { CreatedResource } from '../intrinsics.ts';
import { arn } from '../services/names.ts';
import type { JsonObject } from '../template.ts';
import type { Creation } from './blueprint.ts';

/** A name like CloudFormation's own, but the same on every run, so that the data of an earlier run is found. */
const named = (
  properties: JsonObject,
  property: string,
  { stackName, logicalId }: Creation,
  suffix = '',
): JsonObject => ({
  ...properties,
  [property]: properties[property] ?? `${stackName}-${logicalId}${suffix}`,
});

export const createTable = async (properties: JsonObject, creation: Creation): Promise<CreatedResource> => {
  const { services, blueprint } = creation;
  const wanted = named(properties, 'TableName', creation);
  const { tableName, tableArn, streamArn } = await services.createTable(wanted);
  blueprint.tableNames.push(tableName);
  if (streamArn !== undefined) blueprint.partitionKeys.set(streamArn, partitionKeyOf(wanted));
  return {
    ref: tableName,
    attributes: { Arn: tableArn, TableId: tableName, ...(streamArn === undefined ? {} : { StreamArn: streamArn }) },
  };
};

export const createQueue = async (properties: JsonObject, creation: Creation): Promise<CreatedResource> => {
  const { services, blueprint } = creation;
  const suffix = properties['FifoQueue'] === true ? '.fifo' : '';
  const created = await services.createQueue(named(properties, 'QueueName', creation, suffix));
  blueprint.queueUrls.set(created.arn, created.url);
  blueprint.queueUrlsByName.set(created.queueName, created.url);
  return { ref: created.url, attributes: { Arn: created.arn, QueueName: created.queueName, QueueUrl: created.url } };
};

export const createBucket = async (properties: JsonObject, creation: Creation): Promise<CreatedResource> => {
  const wanted = named(properties, 'BucketName', creation);
  const givenName = z.string().parse(wanted['BucketName']);
  // A bucket's name has no capital letters: https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
  const BucketName = givenName.toLowerCase();
  const { name, arn: bucketArn } = await creation.services.createBucket({ ...wanted, BucketName });
  return { ref: name, attributes: { Arn: bucketArn } };
};

export const createKey = async (properties: JsonObject, creation: Creation): Promise<CreatedResource> => {
  const created = await creation.services.createKey(creation.logicalId, properties);
  return { ref: created.keyId, attributes: { Arn: created.arn, KeyId: created.keyId } };
};

export const createUserPool = async (properties: JsonObject, creation: Creation): Promise<CreatedResource> => {
  const { services, blueprint, logicalId } = creation;
  const { poolId, arn: poolArn, issuer, jwks } = await services.createUserPool(logicalId, properties);
  blueprint.userPools.push({ poolId, issuer, jwks, clientIds: [] });
  return {
    ref: poolId,
    attributes: {
      Arn: poolArn,
      UserPoolId: poolId,
      ProviderURL: issuer,
      ProviderName: issuer.replace(/^https?:\/\//, ''),
    },
  };
};

export const createUserPoolClient = async (properties: JsonObject, creation: Creation): Promise<CreatedResource> => {
  const poolId = properties['UserPoolId'];
  if (typeof poolId !== 'string') throw new Error(`${creation.logicalId} names no user pool`);
  const { clientId } = await creation.services.createUserPoolClient(poolId, named(properties, 'ClientName', creation));
  creation.blueprint.userPools.find((pool) => pool.poolId === poolId)?.clientIds.push(clientId);
  return { ref: clientId, attributes: { ClientId: clientId } };
};

export const createSecret = async (properties: JsonObject, creation: Creation): Promise<CreatedResource> => {
  const wanted = named(properties, 'Name', creation);
  const created = await creation.services.createSecret(creation.logicalId, wanted);
  return { ref: created.arn, attributes: { Id: created.arn } };
};

const SsmParameter = z.object({ Name: z.string().optional(), Type: z.string(), Value: z.string() });

export const createSsmParameter = (properties: JsonObject, { stackName, logicalId }: Creation): CreatedResource => {
  const { Name = `${stackName}-${logicalId}`, Type, Value } = SsmParameter.parse(properties);
  return { ref: Name, attributes: { Type, Value } };
};

/** A resource without an effect on one machine, such as an alarm. It can only be referred to. */
export const createStandIn = (type: string, { stackName, logicalId }: Creation): CreatedResource => {
  const name = `${stackName}-${logicalId}`;
  const [, service = '', kind = ''] = type.toLowerCase().split('::');
  return { ref: name, attributes: { Arn: arn(service, `${kind}/${name}`), Id: name, Name: name } };
};
