import type { Scope } from '../api/member.ts';
import type { Texts } from '../texts/texts.ts';

export interface Place {
  readonly name: keyof Texts['shell']['pages'];
  readonly path: string;
  /** What a member needs to see it; null: every member sees it. */
  readonly scope: Scope | null;
}

/** The pages in the navigation. */
export const places: readonly Place[] = [
  { name: 'overview', path: '/', scope: null },
  { name: 'customers', path: '/customers', scope: 'customers.read' },
  { name: 'lines', path: '/lines', scope: 'instances.read' },
  { name: 'connectPage', path: '/connect-page', scope: 'webhook.read' },
  { name: 'webhook', path: '/webhook', scope: 'webhook.read' },
  { name: 'templates', path: '/templates', scope: 'templates.read' },
  { name: 'delivery', path: '/delivery', scope: 'platform_risk.read' },
  { name: 'notifications', path: '/notifications', scope: null },
  { name: 'usage', path: '/usage', scope: 'usage.read' },
  { name: 'team', path: '/team', scope: null },
];

/** Whether a path is at a place, or below it. */
export const isAt = (path: string, location: string): boolean =>
  path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`);
