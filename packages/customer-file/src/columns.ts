/** The columns of a file of customers. */
export const columns = [
  'external_customer_id',
  'customer_name',
  'customer_email',
  'customer_phone',
  'metadata',
] as const;
export type Column = (typeof columns)[number];
