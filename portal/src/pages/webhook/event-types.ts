/** The events that a change of a customer causes. */
export const eventTypes = [
  'service.partner.customer.updated',
  'service.partner.customer.merged',
  'service.partner.instance.moved',
  'service.partner.customer.erasure_started',
  'service.partner.customer.erased',
  'service.partner.customer.erasure_failed',
] as const;
