import { contended, type Clause } from '../table/commit.ts';
import type { CustomerInstance } from './customer-instances.ts';
import type { InstanceRecord } from './instances.ts';
import { keys } from '../table/keys.ts';
import { packRisk } from './instance-risk.ts';
import { numberOwnerClause } from './partner-numbers.ts';
import type { Table } from '../table/table.ts';

/**
 * Changes the owner of a line that stands under a customer, and nothing else of it.
 * @param read the revision that the line must still have; null when any will do
 */
const ownerClauses = (
  table: Table,
  partnerId: string,
  listed: CustomerInstance,
  ownerId: string,
  read: number | null,
): readonly Clause[] => [
  {
    name: 'the line stands under the customer it was found under',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.instance(partnerId, listed.instanceId) },
        UpdateExpression: 'SET partner_customer_id = :to ADD revision :one',
        ConditionExpression: `partner_customer_id = :from${read === null ? '' : ' AND revision = :read'}`,
        ExpressionAttributeValues: {
          ':from': listed.isListedUnder,
          ':to': ownerId,
          ':one': 1,
          ...(read !== null && { ':read': read }),
        },
      },
    },
    refuse: contended,
  },
  {
    name: 'the line is listed as it was read',
    write: {
      Delete: {
        TableName: table.name,
        Key: { ...keys.customerInstance(partnerId, listed.isListedUnder, listed.instanceId) },
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
    name: 'the line is listed under its new owner',
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

/** Reports on the numbers of the lines are the new owner's; one write a number, which several of the lines may have had. */
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

/** Nothing of the line is written, but what is said of it must still be so. */
const unchangedClause = (table: Table, partnerId: string, { instance, revision }: InstanceRecord): Clause => ({
  name: 'the line is as it was read',
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

/** Gives a line, as it was read, to another customer. */
export const moveInstanceClauses = (
  table: Table,
  partnerId: string,
  record: InstanceRecord,
  ownerId: string,
): readonly Clause[] => {
  const { instance, revision } = record;
  const listed: CustomerInstance = {
    instanceId: instance.id,
    isListedUnder: instance.partner_customer_id,
    status: instance.status,
    slotState: instance.slot_state,
    risk: packRisk(instance),
    phoneNumberId: instance.platform_phone_number_id,
  };
  // Already under the new owner, when a merge into the customer it goes to has not come to it yet.
  return listed.isListedUnder === ownerId
    ? [unchangedClause(table, partnerId, record)]
    : [
        ...ownerClauses(table, partnerId, listed, ownerId, revision),
        ...numberClauses(table, partnerId, [listed], ownerId),
      ];
};

/** Gives several lines to another customer at once; up to four writes each. */
export const moveInstancesClauses = (
  table: Table,
  partnerId: string,
  instances: readonly CustomerInstance[],
  ownerId: string,
): readonly Clause[] => [
  ...instances.flatMap((listed) => ownerClauses(table, partnerId, listed, ownerId, null)),
  ...numberClauses(table, partnerId, instances, ownerId),
];
