/** The events that every partner gets. */
const customerEventTypes = [
  'service.partner.customer.updated',
  'service.partner.customer.merged',
  'service.partner.instance.moved',
  'service.partner.customer.erasure_started',
  'service.partner.customer.erased',
  'service.partner.customer.erasure_failed',
] as const;

/** The events that a partner chooses. */
const optionalEventTypes = [
  'service.partner.instance.connected',
  'service.partner.instance.reconnect_required',
  'service.partner.instance.updated',
  'service.partner.instance.deactivated',
  'service.partner.connect_session.ended',
  'service.partner.template.updated',
] as const;

export const eventTypes = [...customerEventTypes, ...optionalEventTypes] as const;
