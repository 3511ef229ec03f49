import type { DeliveryHealth, Key, WebhookEndpointState } from '../../../../packages/client/src/schemas.ts';
import type { LineRow } from '../../api/lines.ts';

/** What the first steps are judged by. Null: the member's role does not see it. */
export interface GuideFacts {
  readonly keys: readonly Pick<Key, 'status' | 'last_used_day'>[] | null;
  /** Undefined: there is none. */
  readonly endpoint:
    | Pick<WebhookEndpointState, 'enabled' | 'health' | 'failing_since' | 'platform_verify_token_configured'>
    | null
    | undefined;
  readonly customers: number;
  /** The lines that are connected. */
  readonly connected: number;
  /** A line that is not, one that was first. */
  readonly line: Pick<LineRow, 'id' | 'status'> | null;
  readonly health: Pick<DeliveryHealth, 'messages' | 'rates' | 'top_errors'> | null;
}

/** What a step lacks. */
type Lack =
  | 'noKey'
  | 'keyUnused'
  | 'noEndpoint'
  | 'noToken'
  | 'endpointFails'
  | 'noCustomer'
  | 'noLine'
  | 'lineWaits'
  | 'lineLost'
  | 'noMessage'
  | 'messageSent'
  | 'messageFailed';

export type StepId = 'key' | 'endpoint' | 'customer' | 'line' | 'message';

/** `unseen`: the member's role does not see whether it is done. */
export interface Step {
  readonly id: StepId;
  readonly lack: Lack | 'unseen' | null;
}

/** What does not work, other than what was not begun. */
const faults: ReadonlySet<Step['lack']> = new Set(['endpointFails', 'lineLost', 'messageFailed']);

export const fails = ({ lack }: Step): boolean => faults.has(lack);

const keyLack = (keys: GuideFacts['keys']): Step['lack'] => {
  if (keys === null) return 'unseen';
  const active = keys.filter(({ status }) => status === 'active');
  if (active.length === 0) return 'noKey';
  return active.some(({ last_used_day: day }) => day !== null) ? null : 'keyUnused';
};

const endpointLack = (endpoint: GuideFacts['endpoint']): Step['lack'] => {
  if (endpoint === null) return 'unseen';
  if (endpoint === undefined) return 'noEndpoint';
  // An endpoint is stored only when it took a signed event. A failure since then stands until the next 2xx.
  if (!endpoint.enabled || endpoint.failing_since !== null) return 'endpointFails';
  return endpoint.platform_verify_token_configured ? null : 'noToken';
};

const lineLack = ({ connected, line }: GuideFacts): Step['lack'] => {
  if (connected > 0) return null;
  if (line === null) return 'noLine';
  return line.status === 'reconnect_required' ? 'lineLost' : 'lineWaits';
};

const messageLack = (health: GuideFacts['health']): Step['lack'] => {
  if (health === null) return 'unseen';
  // A message that was read counts as delivered: the platform may send nothing but `read`.
  // https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/components#statuses-object
  if ((health.rates.delivered ?? 0) > 0) return null;
  if (health.messages === 0) return 'noMessage';
  return health.top_errors.length > 0 ? 'messageFailed' : 'messageSent';
};

/** The way to the first delivered message, in its order. */
export const stepsOf = (facts: GuideFacts): readonly Step[] => [
  { id: 'key', lack: keyLack(facts.keys) },
  { id: 'endpoint', lack: endpointLack(facts.endpoint) },
  { id: 'customer', lack: facts.customers > 0 ? null : 'noCustomer' },
  { id: 'line', lack: lineLack(facts) },
  { id: 'message', lack: messageLack(facts.health) },
];

/** The first step that lacks something. Null: all are done, as far as the member sees. */
export const openStep = (steps: readonly Step[]): StepId | null =>
  steps.find(({ lack }) => lack !== null && lack !== 'unseen')?.id ?? null;

/** Whether all steps are done, as the member sees. */
export const areDone = (steps: readonly Step[]): boolean => steps.every(({ lack }) => lack === null);

/** Whether a partner needs no guide: its messages arrive, whatever fails now, or the member sees nothing that is open. */
export const isEstablished = (steps: readonly Step[]): boolean =>
  openStep(steps) === null || steps.some(({ id, lack }) => id === 'message' && lack === null);

/** Where a step is done. @param line the one that is not connected */
export const placeOf = ({ id, lack }: Step, line: GuideFacts['line']): string => {
  switch (id) {
    case 'key':
      return '/team';
    case 'endpoint':
      return '/webhook';
    case 'customer':
      return '/customers';
    case 'line':
      return line === null || lack === 'noLine' ? '/lines/new' : `/lines/${line.id}`;
    case 'message':
      return '/delivery/events';
  }
};

/** The pages of the documentation. */
export const stepPages: Readonly<Record<StepId, string>> = {
  key: 'quickstart',
  endpoint: 'receivers',
  customer: 'customers',
  line: 'lines',
  message: 'sending-templates',
};
