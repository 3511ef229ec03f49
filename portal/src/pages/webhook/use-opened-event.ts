import type { UseQueryResult } from '@tanstack/react-query';
import type { GetPartnerWebhookEventResponse } from '../../../../packages/client/src/schemas.ts';
import { useCommand, type CommandState } from '../../api/use-command.ts';
import { useRead } from '../../api/use-read.ts';
import { useTexts } from '../../texts/texts.ts';

interface OpenedEvent {
  readonly query: UseQueryResult<GetPartnerWebhookEventResponse>;
  /** What sending it is called: one that waits is tried at once. */
  readonly verb: string;
  readonly state: CommandState;
  /** @returns whether it was sent */
  readonly send: () => Promise<boolean>;
}

/** One event, and the command that sends it again. */
export const useOpenedEvent = (eventId: string): OpenedEvent => {
  const { webhook } = useTexts();
  const query = useRead(
    'get-partner-webhook-event',
    { event_id: eventId },
    { while: ({ event }) => event.status === 'waiting' },
  );
  const { state, send } = useCommand('resend-partner-webhook-events');
  return {
    query,
    verb: query.data?.event.status === 'waiting' ? webhook.tryNow : webhook.resend,
    state,
    send: async () => (await send({ event_id: eventId })) !== null,
  };
};
