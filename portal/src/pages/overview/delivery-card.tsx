import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import type { DeliveryHealth } from '../../../../packages/client/src/schemas.ts';
import { useRead } from '../../api/use-read.ts';
import { joined } from '../../pieces/isolated.ts';
import { PageLink } from '../../pieces/page-link.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { Sparkline } from '../../pieces/sparkline.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { HealthVerdict } from '../delivery/health-verdict.tsx';
import { shownRates } from '../delivery/shown-rates.ts';
import { useShare } from '../delivery/use-share.ts';

const Shares = ({ health: { rates, series } }: { readonly health: DeliveryHealth }): ReactElement => {
  const { overview } = useTexts();
  const share = useShare();
  const { delivered, failed } = shownRates(rates);
  return (
    <>
      <Box color="text-body-secondary">
        {joined([`${share(delivered)} ${overview.deliveredShare}`, `${share(failed)} ${overview.failedShare}`])}
      </Box>
      <Sparkline values={series.map(({ counts }) => ({ good: counts.delivered + counts.read, bad: counts.failed }))} />
    </>
  );
};

/** How the messages of the last day went. */
export const DeliveryCard = (): ReactElement => {
  const { overview } = useTexts();
  const { number } = useFormats();
  const query = useRead('get-partner-delivery-health', { window_hours: 24 });
  return (
    <Container fitHeight header={<Header variant="h2">{overview.delivery}</Header>}>
      <Reading of={query} lines={3}>
        {({ health }) => (
          <SpaceBetween size="s">
            <HealthVerdict health={health} />
            <Box fontSize="heading-l" fontWeight="bold">
              {health.messages === 1 ? overview.oneMessage : overview.messages(number(health.messages))}
            </Box>
            {health.messages > 0 && <Shares health={health} />}
            <PageLink to="/delivery">{overview.deliveryLink}</PageLink>
          </SpaceBetween>
        )}
      </Reading>
    </Container>
  );
};
