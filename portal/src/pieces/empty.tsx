import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement, ReactNode } from 'react';

interface EmptyProps {
  readonly title: string;
  /** Why there is nothing. */
  readonly why: string;
  /** The button that fills it. */
  readonly action?: ReactNode;
}

export const Empty = ({ title, why, action }: EmptyProps): ReactElement => (
  <Box textAlign="center" padding={{ vertical: 'l' }} color="inherit">
    <SpaceBetween size="s">
      <div>
        <Box variant="strong">{title}</Box>
        <Box color="text-body-secondary">{why}</Box>
      </div>
      {action}
    </SpaceBetween>
  </Box>
);
