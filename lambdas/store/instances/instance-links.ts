import type { Instance } from '../../domain/instance.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { lastOfNumberClause } from './partner-numbers.ts';
import type { Table } from '../table/table.ts';

/** A line with the number it is to be connected to. */
export interface NumberLink {
  readonly partnerId: string;
  readonly instanceId: string;
  /** The customer that it stands under. */
  readonly customerId: string;
  readonly phoneNumberId: string;
  readonly wabaId: string;
}

/** Connects the number to the line: one line of one partner, or none. */
export const attachClauses = (table: Table, link: NumberLink): readonly Clause[] => [
  {
    name: 'the number is connected to no other line',
    write: {
      Put: {
        TableName: table.name,
        Item: {
          ...keys.connectedNumber(link.phoneNumberId),
          partner_id: link.partnerId,
          instance_id: link.instanceId,
          waba_id: link.wabaId,
        },
        ConditionExpression: 'attribute_not_exists(pk) OR instance_id = :line',
        ExpressionAttributeValues: { ':line': link.instanceId },
      },
    },
    refuse: () => new ServiceError('invalid_state', 'the phone number is connected to another line'),
  },
  lastOfNumberClause(table, link.partnerId, link.phoneNumberId, link.instanceId, link.customerId),
  {
    name: 'the business account knows the line',
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
    name: 'the partner knows the business account',
    write: { Put: { TableName: table.name, Item: { ...keys.partnerWaba(link.partnerId, link.wabaId) } } },
  },
];

/** Lets the number go. The partner goes on knowing it: reports on its last messages may still come. */
export const detachClauses = (table: Table, partnerId: string, instance: Instance): readonly Clause[] => {
  const { platform_phone_number_id: phoneNumberId, platform_waba_id: wabaId } = instance;
  if (phoneNumberId === null || wabaId === null) return [];
  return [
    {
      name: 'the number is connected to this line',
      write: {
        Delete: {
          TableName: table.name,
          Key: { ...keys.connectedNumber(phoneNumberId) },
          ConditionExpression: 'attribute_not_exists(pk) OR instance_id = :line',
          ExpressionAttributeValues: { ':line': instance.id },
        },
      },
    },
    {
      name: 'the business account forgets the line',
      write: { Delete: { TableName: table.name, Key: { ...keys.wabaInstance(wabaId, partnerId, instance.id) } } },
    },
  ];
};
