import { useRef, useState } from 'react';
import type { WebhookCheck, WebhookEndpointState } from '../../../../packages/client/src/schemas.ts';
import { useCommand, type CommandState } from '../../api/use-command.ts';
import { outageOf, resendSince } from './outage.ts';

export interface Repair {
  readonly state: CommandState;
  /** The checks that an answer did not pass. */
  readonly failed: readonly WebhookCheck[];
  readonly run: () => void;
}

/** Enabling an endpoint, and sending again what it did not take. */
interface Act {
  readonly url: string;
  /** Null: there is nothing to send again. */
  readonly since: string | null;
  readonly isEnabled: boolean;
}

/**
 * Brings an endpoint back in one act, which goes on where it failed when it is run again. A disabled one is checked and enabled, and gets again what it did not take. Of one
 * that only fails, a check that passes ends the wait of its events.
 * @param begun called with the id of the resend
 */
export const useRepair = (endpoint: WebhookEndpointState | null, begun: (resendId: string) => void): Repair => {
  const update = useCommand('update-partner-webhook-endpoint');
  const validation = useCommand('validate-partner-webhook-endpoint');
  const resend = useCommand('resend-partner-webhook-events');
  const [failed, setFailed] = useState<readonly WebhookCheck[]>([]);
  const begunAct = useRef<Act | null>(null);

  const check = async (webhook_url: string): Promise<void> => {
    update.reset();
    resend.reset();
    const body = await validation.send({ webhook_url });
    if (body?.valid === false) setFailed(body.checks);
  };
  const enable = async (act: Act): Promise<void> => {
    validation.reset();
    if (!act.isEnabled && (await update.send({ webhook_url: act.url })) === null) return;
    begunAct.current = { ...act, isEnabled: true };
    if (act.since !== null) {
      const body = await resend.send({ since: act.since });
      if (body === null) return;
      begun(body.resend.id);
    }
    begunAct.current = null;
  };
  const run = async (): Promise<void> => {
    if (endpoint === null) return;
    const { url, undelivered, health } = endpoint;
    setFailed([]);
    // What was enabled in an act is not disabled any more, and the act is not over.
    if (health === 'disabled') {
      const outage = undelivered === 0 ? null : outageOf(endpoint);
      begunAct.current = { url, since: outage === null ? null : resendSince(outage), isEnabled: false };
    }
    const act = begunAct.current;
    await (act?.url === url ? enable(act) : check(url));
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
