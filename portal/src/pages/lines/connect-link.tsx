import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ReactElement } from 'react';
import type { NewConnectSession } from '../../../../packages/client/src/schemas.ts';
import { QrCode } from '../../pieces/qr-code.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';

/** A link that was just made: to copy, or to read with a camera. */
export const ConnectLink = ({ link }: { readonly link: NewConnectSession }): ReactElement => {
  const { lines, words } = useTexts();
  const { dateTime } = useFormats();
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
    </Container>
  );
};
