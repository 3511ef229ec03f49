import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import type { ReactElement } from 'react';
import type { DeliveryHealth } from '../../../../packages/client/src/schemas.ts';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';

type TopError = DeliveryHealth['top_errors'][number];

const ErrorRow = ({ error, most }: { readonly error: TopError; readonly most: number }): ReactElement => {
  const { delivery } = useTexts();
  const { number } = useFormats();
  const explained = delivery.errorsExplained[String(error.code)];
  return (
    <li className="error-row">
      <div className="error-count">
        <strong>{number(error.count)}</strong>
        <div className="error-bar" aria-hidden="true" style={{ inlineSize: `${(error.count / most) * 100}%` }} />
      </div>
      <div>
        <Box fontWeight="bold">
          <span className="breakable">
            {String(error.code ?? '–')} {error.title}
          </span>
        </Box>
        <div>{explained?.why ?? delivery.errorUnknown}</div>
        {explained !== undefined && <Box color="text-body-secondary">{explained.advice}</Box>}
      </div>
    </li>
  );
};

/** The most frequent errors, each with its reason and what to do. */
export const ErrorsCard = ({ errors }: { readonly errors: readonly TopError[] }): ReactElement => {
  const { delivery } = useTexts();
  const most = Math.max(1, ...errors.map(({ count }) => count));
  return (
    <Container header={<Header variant="h2">{delivery.errors}</Header>}>
      {errors.length === 0 ? (
        <Box color="text-body-secondary">{delivery.errorsNone}</Box>
      ) : (
        <ul className="error-list">
          {errors.map((error) => (
            <ErrorRow key={`${String(error.code)} ${error.title ?? ''}`} error={error} most={most} />
          ))}
        </ul>
      )}
    </Container>
  );
};
