import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import { useMember } from '../../api/member.ts';
import { Meter } from '../../pieces/meter.tsx';
import { PageLink } from '../../pieces/page-link.tsx';
import { SupportLink } from '../../pieces/support-link.tsx';
import { useSupported } from '../../pieces/support.ts';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';

/** From this share on, slots are about to run out. */
const near = 0.8;

/** The slots that the partner's lines take. */
export const SlotsCard = (): ReactElement => {
  const { overview } = useTexts();
  const { number } = useFormats();
  const supported = useSupported();
  const { slot_limit: limit, slots_occupied: occupied } = useMember().partner;
  const isFull = limit !== null && occupied >= limit;
  const isNear = limit !== null && !isFull && occupied >= Math.ceil(limit * near);
  return (
    <Container fitHeight header={<Header variant="h2">{overview.slots}</Header>}>
      <SpaceBetween size="s">
        <Box fontSize="heading-l" fontWeight="bold">
          {limit === null
            ? overview.slotsNoLimit(number(occupied))
            : overview.slotsUsed(number(occupied), number(limit))}
        </Box>
        {limit !== null && (
          <Meter
            label={overview.slots}
            value={occupied}
            most={limit}
            level={isFull ? 'bad' : isNear ? 'near' : 'good'}
          />
        )}
        {isNear && (
          <Box color="text-body-secondary">
            {supported(overview.slotsNear)} <SupportLink />
          </Box>
        )}
        {isFull && <Box color="text-status-error">{overview.slotsFull}</Box>}
        <PageLink to="/lines">{overview.linesLink}</PageLink>
      </SpaceBetween>
    </Container>
  );
};
