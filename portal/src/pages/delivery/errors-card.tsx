import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import type { ReactElement } from 'react';
import type { DeliveryHealth } from '../../../../packages/client/src/schemas.ts';
import { PageLink } from '../../pieces/page-link.tsx';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { leftOutCodes } from './left-out-codes.ts';
import { deliveryPath, type Scope } from './scope.ts';
import { VerdictRule } from './verdict-rule.tsx';

type TopError = DeliveryHealth['top_errors'][number];

interface ErrorRowProps {
  readonly error: TopError;
  readonly most: number;
  readonly scope: Scope;
}

const ErrorRow = ({ error, most, scope }: ErrorRowProps): ReactElement => {
  const { delivery } = useTexts();
  const { number } = useFormats();
  const { count, title } = error;
  const code = error.code === null ? null : String(error.code);
  const explained = delivery.errorsExplained[code ?? ''];
  const shown = delivery.showEvents(number(count));
  return (
    <li className="error-row">
      <div className="error-count">
        <strong>{number(count)}</strong>
        <div className="error-bar" aria-hidden="true" style={{ inlineSize: `${(count / most) * 100}%` }} />
      </div>
      <div>
        <Box fontWeight="bold">
          <span className="breakable">
            {code ?? '–'} {title}
          </span>{' '}
          {code !== null && leftOutCodes.includes(code) && <Badge>{delivery.notHeld}</Badge>}
        </Box>
        <div>{explained?.why ?? delivery.errorUnknown}</div>
        {explained !== undefined && <Box color="text-body-secondary">{explained.advice}</Box>}
        {code !== null && (
          <PageLink to={deliveryPath('events', scope, { error_code: code })} ariaLabel={`${shown}: ${code}`}>
            {shown}
          </PageLink>
        )}
      </div>
    </li>
  );
};

interface ErrorsCardProps {
  readonly errors: readonly TopError[];
  readonly scope: Scope;
}

/** The most frequent errors, each with its reason, what to do, and the way to its events. */
export const ErrorsCard = ({ errors, scope }: ErrorsCardProps): ReactElement => {
  const { delivery } = useTexts();
  const most = Math.max(1, ...errors.map(({ count }) => count));
  return (
    <Container header={<Header variant="h2">{delivery.errors}</Header>} footer={<VerdictRule />}>
      {errors.length === 0 ? (
        <Box color="text-body-secondary">{delivery.errorsNone}</Box>
      ) : (
        <ul className="error-list">
          {errors.map((error) => (
            <ErrorRow key={`${String(error.code)} ${error.title ?? ''}`} error={error} most={most} scope={scope} />
          ))}
        </ul>
      )}
    </Container>
  );
};
