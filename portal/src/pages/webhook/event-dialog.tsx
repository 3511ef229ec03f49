import type { ReactElement } from 'react';
import { useMay } from '../../api/member.ts';
import { Dialog } from '../../pieces/dialog.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { useTexts } from '../../texts/texts.ts';
import { EventFacts } from './event-facts.tsx';
import { useOpenedEvent } from './use-opened-event.ts';

export interface OpenedEventProps {
  readonly eventId: string;
  readonly close: () => void;
}

/** One event with its attempts, its body and the button that sends it again, or tries it at once while it waits. */
export const EventDialog = ({ eventId, close }: OpenedEventProps): ReactElement => {
  const { webhook } = useTexts();
  const mayWrite = useMay('webhook.write');
  const { query, verb, state, send } = useOpenedEvent(eventId);
  const submit = async (): Promise<void> => {
    if (await send()) close();
  };
  return (
    <Dialog
      title={webhook.event}
      verb={verb}
      size="large"
      state={state}
      ready={mayWrite && query.data !== undefined}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      <Reading of={query} lines={6}>
        {({ event }) => <EventFacts event={event} />}
      </Reading>
    </Dialog>
  );
};
