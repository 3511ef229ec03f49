import * as z from 'zod/mini';
import { customerEmail, customerName, customerPhone, externalCustomerId, optionalText } from './fields.ts';
import { metadata } from './metadata.ts';

/** The fields of an upsert, which a row of an import has as well. */
export const upsertFields = {
  external_customer_id: externalCustomerId,
  customer_name: customerName,
  customer_email: optionalText(customerEmail),
  customer_phone: optionalText(customerPhone),
  metadata: z.optional(metadata),
};
