import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ReactElement } from 'react';
import type { EventDetail } from '../../../packages/client/src/schemas.ts';
import { useTexts } from '../texts/texts.ts';
import { attemptError } from './attempt-error.ts';
import { attemptPlaces, succeeded } from './attempt-places.ts';
import { useFormats } from './use-formats.ts';

interface AttemptsLineProps {
  readonly attempts: EventDetail['attempt_log'];
  readonly next: string | null;
}

const width = 600;
const edge = 12;
const middle = 20;

/** The attempts of an event on a time line, and in words below it. */
export const AttemptsLine = ({ attempts, next }: AttemptsLineProps): ReactElement => {
  const texts = useTexts();
  const { webhook } = texts;
  const { dateTime, duration } = useFormats();
  if (attempts.length === 0) return <Box color="text-body-secondary">{webhook.noAttempts}</Box>;
  const places = attemptPlaces([...attempts.map(({ at }) => at), ...(next === null ? [] : [next])]);
  const x = (place: number): number => edge + (places[place] ?? 0) * (width - 2 * edge);
  return (
    <>
      <svg
        className="attempts"
        viewBox={`0 0 ${width} ${2 * middle}`}
        role="img"
        aria-label={`${webhook.attemptsPicture}: ${attempts.length}`}
      >
        <line className="attempts-axis" x1={edge} x2={width - edge} y1={middle} y2={middle} />
        {attempts.map((attempt, place) =>
          succeeded(attempt) ? (
            <circle key={attempt.at} className="attempts-good" cx={x(place)} cy={middle} r={8} />
          ) : (
            <path key={attempt.at} className="attempts-bad" d={`M${x(place) - 6} ${middle - 6}l12 12m0 -12l-12 12`} />
          ),
        )}
        {next !== null && <circle className="attempts-next" cx={x(attempts.length)} cy={middle} r={7} />}
      </svg>
      <ol className="attempts-list">
        {attempts.map((attempt) => (
          <li key={attempt.at}>
            <StatusIndicator type={succeeded(attempt) ? 'success' : 'error'}>
              {webhook.attemptSaid(
                dateTime(attempt.at),
                attempt.error_code === null ? String(attempt.status) : attemptError(texts, attempt.error_code),
                duration(attempt.duration_ms),
              )}
              {attempt.probe && ` (${webhook.probe})`}
            </StatusIndicator>
            {attempt.answer !== null && (
              <pre className="code-block answer" tabIndex={0} aria-label={webhook.answerText}>
                {attempt.answer}
              </pre>
            )}
          </li>
        ))}
        {next !== null && (
          <li>
            <StatusIndicator type="pending">
              {webhook.next}: {dateTime(next)}
            </StatusIndicator>
          </li>
        )}
      </ol>
    </>
  );
};
