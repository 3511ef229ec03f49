import { useState } from 'react';
import type { WebhookCheck, WebhookEndpointState } from '../../../../packages/client/src/schemas.ts';
import { useCommand, type CommandState } from '../../api/use-command.ts';
import { outageOf, resendSince } from './outage.ts';

export interface Repair {
  readonly state: CommandState;
  /** The checks that an answer did not pass. */
  readonly failed: readonly WebhookCheck[];
  readonly run: () => void;
}

/**
 * Brings an endpoint back in one act. A disabled one is checked and enabled, and gets again what it did not take. Of one
 * that only fails, a check that passes ends the wait of its events.
 * @param begun called with the id of the resend
 */
export const useRepair = (endpoint: WebhookEndpointState | null, begun: (resendId: string) => void): Repair => {
  const update = useCommand('update-partner-webhook-endpoint');
  const validation = useCommand('validate-partner-webhook-endpoint');
  const resend = useCommand('resend-partner-webhook-events');
  const [failed, setFailed] = useState<readonly WebhookCheck[]>([]);
  const run = async (): Promise<void> => {
    if (endpoint === null) return;
    const { url: webhook_url, undelivered, health } = endpoint;
    setFailed([]);
    if (health !== 'disabled') {
      const body = await validation.send({ webhook_url });
      if (body?.valid === false) setFailed(body.checks);
      return;
    }
    const outage = outageOf(endpoint);
    if ((await update.send({ webhook_url })) === null || undelivered === 0 || outage === null) return;
    const body = await resend.send({ since: resendSince(outage) });
    if (body !== null) begun(body.resend.id);
  };
  const states = [update.state, validation.state, resend.state];
  const notable =
    states.find(({ is }) => is === 'running') ?? states.find(({ is }) => is === 'refused' || is === 'unanswered');
  return {
    state: notable ?? { is: 'idle' },
    failed,
    run: () => {
      void run();
    },
  };
};
