import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement, ReactNode } from 'react';

interface MessageProps {
  readonly title: string;
  readonly why: ReactNode;
  readonly children: ReactNode;
}

/** A message in the place of the pages. */
export const Message = ({ title, why, children }: MessageProps): ReactElement => (
  <main className="shell-message">
    <SpaceBetween size="m">
      <Box variant="h1">{title}</Box>
      <Box variant="p">{why}</Box>
      {children}
    </SpaceBetween>
  </main>
);
