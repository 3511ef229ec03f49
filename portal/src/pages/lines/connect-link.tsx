import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { lazy, Suspense, type ReactElement } from 'react';
import type { NewConnectSession } from '../../../../packages/client/src/schemas.ts';
import { useMember } from '../../api/member.ts';
import { useRead } from '../../api/use-read.ts';
import { QrCode } from '../../pieces/qr-code.tsx';
import { Skeleton } from '../../pieces/skeleton.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';

// Its texts of all languages are loaded when there is a link.
const WordsToSend = lazy(async () => ({ default: (await import('./words-to-send.tsx')).WordsToSend }));

interface ConnectLinkProps {
  readonly link: NewConnectSession;
  /** Whose line it connects. */
  readonly customerId: string;
}

/** A link that was just made: to copy, to read with a camera, or to send with the partner's own words. */
export const ConnectLink = ({ link, customerId }: ConnectLinkProps): ReactElement => {
  const { lines, words } = useTexts();
  const { dateTime } = useFormats();
  const { partner } = useMember();
  const customer = useRead('get-partner-customer', { customer_id: customerId }).data?.customer.customer_name;
  return (
    <Container
      header={
        <Header variant="h2" description={lines.linkWhy}>
          {lines.link}
        </Header>
      }
    >
      <div className="connect-link">
        <SpaceBetween size="m">
          <code className="breakable connect-url">{link.url}</code>
          <CopyToClipboard
            textToCopy={link.url}
            copyButtonText={lines.copyLink}
            copySuccessText={words.copied}
            copyErrorText={words.copyFailed}
          />
          <Box color="text-body-secondary">{lines.expires(dateTime(link.expires_at))}</Box>
          <StatusIndicator type="in-progress">{lines.watching}</StatusIndicator>
        </SpaceBetween>
        <QrCode text={link.url} name={lines.qr} />
      </div>
      {customer !== undefined && (
        <Suspense fallback={<Skeleton lines={8} />}>
          <WordsToSend facts={{ customer, partner: partner.name, link: link.url, until: link.expires_at }} />
        </Suspense>
      )}
    </Container>
  );
};
