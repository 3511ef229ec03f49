import type {
  DeliveryHealth,
  InstanceListItem,
  WebhookEndpointState,
} from '../../../../packages/client/src/schemas.ts';

/** What is known of the partner; undefined: not read yet, or the member may not. */
export interface Facts {
  readonly lines: ReadonlyMap<InstanceListItem['status'], number | undefined>;
  /** Null: there is none. */
  readonly endpoint: Pick<WebhookEndpointState, 'health' | 'failing_since'> | null | undefined;
  readonly undelivered: number | undefined;
  /** Business accounts with troubled templates. */
  readonly troubledAccounts: number | undefined;
  readonly health: Pick<DeliveryHealth, 'verdict' | 'rates'> | undefined;
  readonly slots: { readonly limit: number | null; readonly occupied: number };
  readonly unread: number | undefined;
}

export type EndpointTrouble =
  | { readonly is: 'endpoint-missing' | 'endpoint-disabled' | 'endpoint-failing' }
  | { readonly is: 'endpoint-down'; readonly since: string };

/** Something that needs the member. */
export type Trouble =
  | {
      readonly is: 'reconnect' | 'removal' | 'degraded' | 'templates' | 'awaiting' | 'undelivered' | 'unread';
      readonly count: number;
    }
  | EndpointTrouble
  | { readonly is: 'slots-full' }
  | { readonly is: 'delivery'; readonly critical: boolean; readonly failed: number };

const counted = (is: Extract<Trouble, { count: number }>['is'], count: number | undefined): readonly Trouble[] =>
  count === undefined || count === 0 ? [] : [{ is, count }];

const ofEndpoint = (endpoint: Facts['endpoint']): readonly Trouble[] => {
  if (endpoint === undefined) return [];
  if (endpoint === null) return [{ is: 'endpoint-missing' }];
  switch (endpoint.health) {
    case 'healthy':
    case 'slow':
      return [];
    case 'failing':
      return [{ is: 'endpoint-failing' }];
    case 'paused':
      return [{ is: 'endpoint-down', since: endpoint.failing_since ?? '' }];
    case 'disabled':
      return [{ is: 'endpoint-disabled' }];
  }
};

const ofHealth = (health: Facts['health']): readonly Trouble[] =>
  health?.verdict === 'degraded' || health?.verdict === 'critical'
    ? [{ is: 'delivery', critical: health.verdict === 'critical', failed: health.rates.failed ?? 0 }]
    : [];

/** What needs the member, the worst first. */
export const troublesOf = ({
  lines,
  endpoint,
  undelivered,
  troubledAccounts,
  health,
  slots,
  unread,
}: Facts): readonly Trouble[] => [
  ...counted('reconnect', lines.get('reconnect_required')),
  ...counted('removal', lines.get('deactivation_failed')),
  ...ofEndpoint(endpoint),
  ...ofHealth(health),
  ...(slots.limit !== null && slots.occupied >= slots.limit ? [{ is: 'slots-full' } as const] : []),
  ...counted('degraded', lines.get('degraded')),
  ...counted('templates', troubledAccounts),
  ...counted('undelivered', undelivered),
  ...counted('awaiting', lines.get('awaiting_connection')),
  ...counted('unread', unread),
];
