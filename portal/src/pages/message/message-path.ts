import type { DeliveryEvent } from '../../../../packages/client/src/schemas.ts';

type Report = Pick<DeliveryEvent, 'id' | 'instance_id' | 'occurred_at'>;

/**
 * The address of the page of a message, by one of its reports. It has no id of the message: the platform's contains the number of
 * the recipient, and browsers keep addresses.
 */
export const messagePath = ({ id, instance_id: line, occurred_at: at }: Report): string =>
  `/messages/${line}?${new URLSearchParams({ at, report: id }).toString()}`;
