import { useEffect } from 'react';
import { firstFailure, type FirstFailure } from '../../api/first-failure.ts';
import { useLines } from '../../api/lines.ts';
import { useMay } from '../../api/member.ts';
import { useRead } from '../../api/use-read.ts';
import type { Instance, WebhookEndpointState } from '../../../../packages/client/src/schemas.ts';
import { openStep, stepsOf, type GuideFacts, type Step, type StepId } from './steps.ts';

/** Milliseconds between two looks at the step that is open. */
const pollEvery = 10_000;
/** Hours: 30 days, the longest window of health. */
const healthWindow = 720;
const page = { page: 1, page_size: 1 };
/** As the overview reads them, so that both are one call. */
const lines = { page: 1, pageSize: 10 };

export interface FoundSteps extends FirstFailure {
  /** Undefined while they are read. */
  readonly steps: readonly Step[] | undefined;
  readonly facts: GuideFacts;
  readonly endpoint: WebhookEndpointState | null | undefined;
  /** The line that is to be connected, with what its customer met. */
  readonly instance: Instance | undefined;
}

/** Reads again what is open, while somebody looks. */
const usePolling = (
  open: StepId | null,
  reads: Readonly<Record<StepId, readonly { refetch: () => unknown }[]>>,
  line: string | null,
) => {
  useEffect(() => {
    if (open === null) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') for (const read of reads[open]) read.refetch();
    }, pollEvery);
    return () => {
      clearInterval(timer);
    };
  }, [open, line]);
};

/** The first steps as they are. */
export const useSteps = (): FoundSteps => {
  const [seesKeys, seesEndpoint, seesMessages] = [
    useMay('keys.write'),
    useMay('webhook.read'),
    useMay('platform_risk.read'),
  ];
  const keys = useRead('list-partner-api-keys', { page: 1, page_size: 25 }, { when: seesKeys });
  const endpoint = useRead('get-partner-webhook-endpoint', {}, { when: seesEndpoint });
  const customers = useRead('list-partner-customers', page);
  const connected = useLines({ status: 'connected', page: 1, pageSize: 1 });
  const degraded = useLines({ status: 'degraded', ...lines });
  const lost = useLines({ status: 'reconnect_required', ...lines });
  const awaiting = useLines({ status: 'awaiting_connection', ...lines });
  const health = useRead('get-partner-delivery-health', { window_hours: healthWindow }, { when: seesMessages });
  const line = lost.data?.items[0] ?? awaiting.data?.items[0] ?? null;
  const facts: GuideFacts = {
    keys: keys.data?.items ?? (seesKeys ? [] : null),
    endpoint: seesEndpoint ? (endpoint.data?.endpoint ?? undefined) : null,
    customers: customers.data?.total ?? 0,
    connected: (connected.data?.total ?? 0) + (degraded.data?.total ?? 0),
    line,
    health: health.data?.health ?? null,
  };
  const isWaiting = [connected, degraded].every(({ data }) => data?.total === 0) && line !== null;
  const instance = useRead('get-partner-instance', { instance_id: line?.id ?? '' }, { when: isWaiting });
  const reads = [
    ...[customers, connected, degraded, lost, awaiting],
    ...(seesKeys ? [keys] : []),
    ...(seesEndpoint ? [endpoint] : []),
    ...(seesMessages ? [health] : []),
  ];
  const failure = firstFailure(reads);
  const isRead = reads.every(({ data }) => data !== undefined);
  const steps = isRead ? stepsOf(facts) : undefined;
  const polled = {
    key: [keys],
    endpoint: [endpoint],
    customer: [customers],
    line: [connected, degraded, awaiting, ...(isWaiting ? [instance] : [])],
    message: [health],
  };
  usePolling(steps === undefined ? null : openStep(steps), polled, isWaiting ? line.id : null);
  return { steps, facts, endpoint: endpoint.data?.endpoint, instance: instance.data?.instance, ...failure };
};
