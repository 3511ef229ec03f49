import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import { useRead } from '../../api/use-read.ts';
import { PageLink } from '../../pieces/page-link.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { Sparkline } from '../../pieces/sparkline.tsx';
import { Verdict } from '../../pieces/status.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { joined } from '../../pieces/isolated.ts';

/** How the messages of the last day went. */
export const DeliveryCard = (): ReactElement => {
  const { overview, words } = useTexts();
  const { number, percent } = useFormats();
  const health = useRead('get-partner-delivery-health', { window_hours: 24 });
  const share = (of: number | null): string => (of === null ? words.none : percent(of));
  return (
    <Container fitHeight header={<Header variant="h2">{overview.delivery}</Header>}>
      <Reading of={health} lines={3}>
        {({ health: { verdict, messages, rates, series } }) => (
          <SpaceBetween size="s">
            <Verdict verdict={verdict} />
            <Box fontSize="heading-l" fontWeight="bold">
              {messages === 1 ? overview.oneMessage : overview.messages(number(messages))}
            </Box>
            {messages > 0 && (
              <>
                <Box color="text-body-secondary">
                  {joined([
                    `${share(rates.delivered)} ${overview.deliveredShare}`,
                    `${share(rates.failed)} ${overview.failedShare}`,
                  ])}
                </Box>
                <Sparkline
                  values={series.map(({ counts }) => ({ good: counts.delivered + counts.read, bad: counts.failed }))}
                />
              </>
            )}
            <PageLink to="/delivery">{overview.deliveryLink}</PageLink>
          </SpaceBetween>
        )}
      </Reading>
    </Container>
  );
};
