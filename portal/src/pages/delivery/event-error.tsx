import Box from '@cloudscape-design/components/box';
import type { ReactElement } from 'react';
import type { DeliveryEvent } from '../../../../packages/client/src/schemas.ts';
import { useTexts } from '../../texts/texts.ts';
import { explainedError } from './explained-error.ts';

/** The reason of a failed message, with what to do. */
export const EventError = ({ error }: { readonly error: NonNullable<DeliveryEvent['error']> }): ReactElement => {
  const texts = useTexts();
  const { title, message, details } = error;
  /** What the platform says beside its title. */
  const said = [title === null || message === title ? null : message, details].filter((text) => text !== null);
  return (
    <>
      <div className="breakable">
        {String(error.code ?? '')} {title ?? message}
      </div>
      <Box variant="small">{explainedError(texts, error.code)}</Box>
      {said.length > 0 && (
        <Box variant="small" display="block">
          <span className="breakable">
            {texts.troubles.platformSays}: <span lang="en">{said.join(' ')}</span>
          </span>
        </Box>
      )}
    </>
  );
};
