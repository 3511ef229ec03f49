import type {
  DeliveryHealth,
  InstanceListItem,
  WebhookEndpointState,
} from '../../../../packages/client/src/schemas.ts';
import { failingLines } from '../delivery/worst-first.ts';

/** What is known of the partner; undefined: not read yet, or the member may not. */
export interface Facts {
  readonly lines: ReadonlyMap<InstanceListItem['status'], number | undefined>;
  /** Null: there is none. */
  readonly endpoint: Pick<WebhookEndpointState, 'health' | 'failing_since'> | null | undefined;
  readonly undelivered: number | undefined;
  /** Business accounts with troubled templates. */
  readonly troubledAccounts: number | undefined;
  readonly health: Pick<DeliveryHealth, 'verdict' | 'rates' | 'by_instance'> | undefined;
  readonly slots: { readonly limit: number | null; readonly occupied: number };
  readonly unread: number | undefined;
}

export type EndpointTrouble =
  | { readonly is: 'endpoint-missing' | 'endpoint-disabled' | 'endpoint-failing' }
  | { readonly is: 'endpoint-down'; readonly since: string };

interface CountedTrouble {
  readonly is: 'reconnect' | 'removal' | 'degraded' | 'templates' | 'awaiting' | 'undelivered' | 'unread';
  readonly count: number;
}

/** Something that needs the member. */
export type Trouble =
  | CountedTrouble
  | EndpointTrouble
  | { readonly is: 'slots-full' }
  | { readonly is: 'delivery'; readonly critical: boolean; readonly failed: number }
  | {
      readonly is: 'lines-failing';
      readonly critical: boolean;
      readonly count: number;
      /** The worst one, and the share of its messages that failed. */
      readonly line: string;
      readonly failed: number;
    };

const counted = (is: CountedTrouble['is'], count: number | undefined): readonly Trouble[] =>
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

const ofHealth = (health: Facts['health']): readonly Trouble[] => {
  if (health === undefined) return [];
  const { verdict, rates } = health;
  if (verdict === 'degraded' || verdict === 'critical') {
    return [{ is: 'delivery', critical: verdict === 'critical', failed: rates.failed ?? 0 }];
  }
  const lines = failingLines(health);
  return lines.slice(0, 1).map((worst) => ({
    is: 'lines-failing',
    critical: worst.verdict === 'critical',
    count: lines.length,
    line: worst.instance_id,
    failed: worst.rates.failed ?? 0,
  }));
};

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
