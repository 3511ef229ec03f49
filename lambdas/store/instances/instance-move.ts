import { contended, type Clause } from '../table/commit.ts';
import type { CustomerInstance } from './customer-instances.ts';
import type { InstanceRecord } from './instances.ts';
import { keys } from '../table/keys.ts';
import { packRisk } from './instance-risk.ts';
import { numberOwnerClause } from './partner-numbers.ts';
import type { Table } from '../table/table.ts';

/**
 * Changes only the owner of an instance.
 * @param read the revision that the instance must still have; null for any
 */
const ownerClauses = (
  table: Table,
  partnerId: string,
  listed: CustomerInstance,
  ownerId: string,
  read: number | null,
): readonly Clause[] => [
  {
    name: 'the instance has the customer that it was read with',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.instance(partnerId, listed.instanceId) },
        UpdateExpression: 'SET partner_customer_id = :to ADD revision :one',
        ConditionExpression: `partner_customer_id = :from${read === null ? '' : ' AND revision = :read'}`,
        ExpressionAttributeValues: {
          ':from': listed.listedCustomerId,
          ':to': ownerId,
          ':one': 1,
          ...(read !== null && { ':read': read }),
        },
      },
    },
    refuse: contended,
  },
  {
    name: 'the list entry of the instance is unchanged since it was read',
    write: {
      Delete: {
        TableName: table.name,
        Key: { ...keys.customerInstance(partnerId, listed.listedCustomerId, listed.instanceId) },
        ConditionExpression: '#status = :status AND slot_state = :slot AND risk = :risk AND phone_number_id = :number',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':status': listed.status,
          ':slot': listed.slotState,
          ':risk': listed.risk,
          ':number': listed.phoneNumberId,
        },
      },
    },
    refuse: contended,
  },
  {
    name: 'the instance is listed by its new owner',
    write: {
      Put: {
        TableName: table.name,
        Item: {
          ...keys.customerInstance(partnerId, ownerId, listed.instanceId),
          status: listed.status,
          slot_state: listed.slotState,
          risk: listed.risk,
          phone_number_id: listed.phoneNumberId,
        },
      },
    },
  },
];

/** Assigns reports on the instances' numbers to the new owner, with one write for each number. Instances may share a former number. */
const numberClauses = (
  table: Table,
  partnerId: string,
  instances: readonly CustomerInstance[],
  ownerId: string,
): readonly Clause[] => {
  const byNumber = Map.groupBy(instances, ({ phoneNumberId }) => phoneNumberId);
  return Array.from(byNumber, ([number, of]) =>
    number === null
      ? []
      : [
          numberOwnerClause(
            table,
            partnerId,
            number,
            of.map(({ instanceId }) => instanceId),
            ownerId,
          ),
        ],
  ).flat();
};

/** Requires that the instance is unchanged, without writing it. */
const unchangedClause = (table: Table, partnerId: string, { instance, revision }: InstanceRecord): Clause => ({
  name: 'the instance is unchanged since it was read',
  write: {
    ConditionCheck: {
      TableName: table.name,
      Key: { ...keys.instance(partnerId, instance.id) },
      ConditionExpression: 'revision = :read',
      ExpressionAttributeValues: { ':read': revision },
    },
  },
  refuse: contended,
});

/** Moves an instance to another customer, unless it has changed since it was read. */
export const moveInstanceClauses = (
  table: Table,
  partnerId: string,
  record: InstanceRecord,
  ownerId: string,
): readonly Clause[] => {
  const { instance, revision } = record;
  const listed: CustomerInstance = {
    instanceId: instance.id,
    listedCustomerId: instance.partner_customer_id,
    status: instance.status,
    slotState: instance.slot_state,
    risk: packRisk(instance),
    phoneNumberId: instance.platform_phone_number_id,
  };
  // The record may already name the new owner: an unfinished merge from the new owner has not moved the instance yet.
  return listed.listedCustomerId === ownerId
    ? [unchangedClause(table, partnerId, record)]
    : [
        ...ownerClauses(table, partnerId, listed, ownerId, revision),
        ...numberClauses(table, partnerId, [listed], ownerId),
      ];
};

/** Moves several instances to another customer, with up to four writes each. */
export const moveInstancesClauses = (
  table: Table,
  partnerId: string,
  instances: readonly CustomerInstance[],
  ownerId: string,
): readonly Clause[] => [
  ...instances.flatMap((listed) => ownerClauses(table, partnerId, listed, ownerId, null)),
  ...numberClauses(table, partnerId, instances, ownerId),
];
