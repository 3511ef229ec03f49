import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs, { type KeyValuePairsProps } from '@cloudscape-design/components/key-value-pairs';
import type { ReactElement } from 'react';
import type { DeliveryEvent } from '../../../../packages/client/src/schemas.ts';
import { useLineNames } from '../../api/line-names.ts';
import { Copyable } from '../../pieces/copyable.tsx';
import { Moment } from '../../pieces/moment.tsx';
import { NamedLine } from '../../pieces/named-line.tsx';
import { useTexts } from '../../texts/texts.ts';

/** Whose message it is, by which line and account it was sent, and its ids. */
export const MessageFacts = ({ report }: { readonly report: DeliveryEvent }): ReactElement => {
  const { delivery, lines, words } = useTexts();
  const { instance_id: lineId } = report;
  const line = useLineNames([lineId]).names.get(lineId);
  const ids: readonly (readonly [string, string | null | undefined])[] = [
    [delivery.message, report.message_id],
    [delivery.clientMessage, report.client_message_id],
    [words.requestId, report.request_id],
    [delivery.template, report.template_name],
    [delivery.campaign, report.campaign_id],
    [delivery.phoneNumberId, report.phone_number_id],
    [lines.account, line?.wabaId],
  ];
  const items: KeyValuePairsProps['items'] = [
    { label: delivery.line, value: <NamedLine id={lineId} line={line} /> },
    ...ids.flatMap(([label, text]) =>
      text === null || text === undefined ? [] : [{ label, value: <Copyable text={text} name={label} /> }],
    ),
    { label: delivery.received, value: <Moment at={report.received_at} /> },
  ];
  return (
    <Container header={<Header variant="h2">{delivery.messageFacts}</Header>}>
      <KeyValuePairs columns={4} minColumnWidth={160} items={items} />
    </Container>
  );
};
