import Container from '@cloudscape-design/components/container';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Header from '@cloudscape-design/components/header';
import type { ReactElement } from 'react';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { explainedError } from '../delivery/explained-error.ts';
import type { Message } from './use-message.ts';

/** What a member can say to the customer about a message that failed, to copy; nothing about another one. */
export const WhatToSay = ({ message: { reports } }: { readonly message: Message }): ReactElement | null => {
  const texts = useTexts();
  const { delivery, words } = texts;
  const { fullDateTime } = useFormats();
  const failure = reports.findLast(({ error }) => error !== null);
  const hasArrived = reports.some(({ status }) => status === 'delivered' || status === 'read');
  if (hasArrived || failure === undefined || failure.error === null) return null;
  const { code, title, message } = failure.error;
  const why = explainedError(texts, code) ?? title ?? message ?? delivery.errorUnknown;
  const text = delivery.toSay(fullDateTime(failure.occurred_at), why, String(code ?? words.none));
  return (
    <Container
      header={
        <Header
          variant="h2"
          actions={
            <CopyToClipboard
              textToCopy={text}
              copyButtonText={words.copy}
              copySuccessText={words.copied}
              copyErrorText={words.copyFailed}
            />
          }
        >
          {delivery.whatToSay}
        </Header>
      }
    >
      <p className="tight breakable">{text}</p>
    </Container>
  );
};
