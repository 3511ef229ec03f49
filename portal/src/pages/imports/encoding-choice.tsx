import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import type { Reading } from '../../../../packages/customer-file/src/faults.ts';
import { useTexts } from '../../texts/texts.ts';

interface EncodingChoiceProps {
  readonly line: number;
  readonly readings: readonly Reading[];
  readonly onChoose: (encoding: string) => void;
}

/** A line in each encoding that it may have: only a person sees which one is right. */
export const EncodingChoice = ({ line, readings, onChoose }: EncodingChoiceProps): ReactElement => {
  const { imports } = useTexts();
  return (
    <Alert type="warning" header={imports.whichReads}>
      <SpaceBetween size="s">
        <div>{imports.whichReadsWhy(line)}</div>
        {readings.map(({ encoding, text }) => (
          <div key={encoding}>
            <Button
              ariaLabel={`${text} (${encoding})`}
              onClick={() => {
                onChoose(encoding);
              }}
            >
              <span className="breakable">{text}</span>
            </Button>{' '}
            <Box variant="small" display="inline">
              {encoding}
            </Box>
          </div>
        ))}
        <div>{imports.noneReads}</div>
      </SpaceBetween>
    </Alert>
  );
};
