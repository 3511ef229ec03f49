import Box from '@cloudscape-design/components/box';
import type { ReactElement } from 'react';
import type { DeliveryEvent } from '../../../../packages/client/src/schemas.ts';
import { Copyable } from '../../pieces/copyable.tsx';
import { PageLink } from '../../pieces/page-link.tsx';
import { useTexts } from '../../texts/texts.ts';
import { messagePath } from './message-path.ts';

/** The id of a report's message, to copy, and the way to the page of the message. */
export const MessageCell = ({ report }: { readonly report: DeliveryEvent }): ReactElement => {
  const { delivery } = useTexts();
  const id = report.message_id ?? report.client_message_id;
  return (
    <>
      {id !== null && <Copyable text={id} name={delivery.message} />}
      <Box variant="small" display="block">
        <PageLink to={messagePath(report)}>{delivery.openMessage}</PageLink>
      </Box>
    </>
  );
};
