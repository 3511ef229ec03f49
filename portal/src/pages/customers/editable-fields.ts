import type { Customer, UpdatePartnerCustomerRequest } from '../../../../packages/client/src/schemas.ts';
import type { Values } from '../../api/merge-edits.ts';

export const editable = ['customer_name', 'customer_email', 'customer_phone'] as const;
export type EditableField = (typeof editable)[number];

export const valuesOf = (customer: Pick<Customer, EditableField>): Values<EditableField> => ({
  customer_name: customer.customer_name,
  customer_email: customer.customer_email ?? '',
  customer_phone: customer.customer_phone ?? '',
});

type Changes = NonNullable<UpdatePartnerCustomerRequest['changes']>;

/** The fields that differ, as the service takes them: an empty text clears a field. */
export const changesBetween = (was: Values<EditableField>, now: Values<EditableField>): Changes => {
  const differs = (field: EditableField): boolean => was[field].trim() !== now[field].trim();
  const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
  return {
    ...(differs('customer_name') ? { customer_name: now.customer_name.trim() } : {}),
    ...(differs('customer_email') ? { customer_email: orNull(now.customer_email) } : {}),
    ...(differs('customer_phone') ? { customer_phone: orNull(now.customer_phone) } : {}),
  };
};
