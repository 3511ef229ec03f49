import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { Event, Resend } from '../../../../packages/client/src/schemas.ts';
import { useClient } from '../../api/client-context.ts';
import { answerStands, isUnanswered, keyFor, type CommandKey } from '../../api/command-key.ts';
import { pollAfter } from '../../api/polling.ts';
import { readAgain } from '../../api/read-again.ts';
import { BulkDialog } from '../../pieces/bulk-dialog.tsx';
import { eventName } from '../../pieces/event-name.ts';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';

interface ResendChosenProps {
  readonly events: readonly Event[];
  readonly close: () => void;
}

/** Sends the chosen events again, each by a command of its own. */
export const ResendChosenDialog = ({ events, close }: ResendChosenProps): ReactElement => {
  const texts = useTexts();
  const { dateTime } = useFormats();
  const client = useClient();
  const queries = useQueryClient();
  // A repetition of what got no answer sends no event twice.
  const [keys] = useState(() => new Map<string, CommandKey>());
  // The service carries out one resend at a time.
  const untilEnded = async ({ id, status }: Resend): Promise<void> => {
    let latest = status;
    for (let looks = 0; latest === 'running'; looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, pollAfter(looks)));
      latest = (await client.call('get-partner-webhook-resend', { resend_id: id })).body.resend.status;
    }
  };
  const resend = async (id: string): Promise<void> => {
    const given = { event_id: id };
    const key = keyFor(keys.get(id) ?? null, given, () => crypto.randomUUID());
    keys.set(id, key);
    try {
      const { body } = await client.call('resend-partner-webhook-events', given, { idempotencyKey: key.key });
      await untilEnded(body.resend);
    } catch (error) {
      if (!isUnanswered(error) && answerStands(error)) keys.delete(id);
      throw error;
    }
  };
  return (
    <BulkDialog
      title={texts.webhook.resendChosen(events.length)}
      why={texts.webhook.resendChosenWhy}
      verb={texts.webhook.resend}
      rows={events.map(({ id, type, created_at: at }) => ({ id, name: `${eventName(texts, type)}, ${dateTime(at)}` }))}
      act={resend}
      ended={() => void readAgain(queries)}
      close={close}
    />
  );
};
