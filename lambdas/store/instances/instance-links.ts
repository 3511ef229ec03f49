import type { Instance } from '../../domain/instance.ts';
import { invalidState, NumberOfAnother } from '../../kernel/errors.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { lastOfNumberClause } from './partner-numbers.ts';
import type { Table } from '../table/table.ts';

/** An instance with the number that it is being connected to. */
export interface NumberLink {
  readonly partnerId: string;
  readonly instanceId: string;
  /** The customer in the instance's record. */
  readonly customerId: string;
  readonly phoneNumberId: string;
  readonly wabaId: string;
}

/** Connects the number to the instance. A number is connected to at most one instance of one partner. */
export const attachClauses = (table: Table, link: NumberLink): readonly Clause[] => [
  {
    name: 'the number is connected to no other instance',
    write: {
      Put: {
        TableName: table.name,
        Item: {
          ...keys.connectedNumber(link.phoneNumberId),
          partner_id: link.partnerId,
          instance_id: link.instanceId,
          waba_id: link.wabaId,
        },
        ConditionExpression: 'attribute_not_exists(pk) OR instance_id = :instance',
        ExpressionAttributeValues: { ':instance': link.instanceId },
      },
    },
    refuse: () => invalidState('connected', 'the phone number is connected to another instance'),
  },
  lastOfNumberClause(table, link.partnerId, link.phoneNumberId, link.instanceId, link.customerId),
  {
    name: 'the instance is listed by its business account',
    write: {
      Put: {
        TableName: table.name,
        Item: {
          ...keys.wabaInstance(link.wabaId, link.partnerId, link.instanceId),
          partner_id: link.partnerId,
          instance_id: link.instanceId,
          phone_number_id: link.phoneNumberId,
        },
      },
    },
  },
  {
    name: 'the business account is listed by its partner',
    // An erasure that found no other line of the business account sees by the number that one came.
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.partnerWaba(link.partnerId, link.wabaId) },
        UpdateExpression: 'ADD attached :one',
        ExpressionAttributeValues: { ':one': 1 },
      },
    },
  },
];

/** Removes the instance from the list of its business account. */
export const unlistClauses = (
  table: Table,
  partnerId: string,
  { id, platform_waba_id: wabaId }: Instance,
): readonly Clause[] =>
  wabaId === null
    ? []
    : [
        {
          name: 'the instance is no longer listed by its business account',
          write: { Delete: { TableName: table.name, Key: { ...keys.wabaInstance(wabaId, partnerId, id) } } },
        },
      ];

/** Disconnects the number, or refuses with `NumberOfAnother`. The partner's record of it stays, because reports on its last messages may still come. */
export const detachClauses = (table: Table, partnerId: string, instance: Instance): readonly Clause[] => {
  const { platform_phone_number_id: phoneNumberId, platform_waba_id: wabaId } = instance;
  if (phoneNumberId === null || wabaId === null) return [];
  return [
    {
      name: 'the number is connected to this instance',
      write: {
        Delete: {
          TableName: table.name,
          Key: { ...keys.connectedNumber(phoneNumberId) },
          ConditionExpression: 'attribute_not_exists(pk) OR instance_id = :instance',
          ExpressionAttributeValues: { ':instance': instance.id },
        },
      },
      refuse: () => new NumberOfAnother(),
    },
    ...unlistClauses(table, partnerId, instance),
  ];
};
