import type { Milliseconds } from '../../kernel/time.ts';
import type { EndpointHealth } from './endpoint-health.ts';
import type { Outbox } from './outbox.ts';

/** The health of an endpoint as its partner sees it. A failing endpoint may be slow as well. */
export const shownHealths = ['healthy', 'slow', 'failing', 'paused', 'disabled'] as const;
type ShownHealth = (typeof shownHealths)[number];

export const shownHealth = ({ health, pace }: Pick<Outbox, 'health' | 'pace'>): ShownHealth =>
  health.state === 'healthy' && pace.state === 'slow' ? 'slow' : health.state;

/** When a paused endpoint gets its next probe; null for every other endpoint. */
export const nextProbeAt = (health: EndpointHealth): Milliseconds | null =>
  health.state === 'paused' ? health.probeAt : null;
