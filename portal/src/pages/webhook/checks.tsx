import Alert from '@cloudscape-design/components/alert';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ReactElement } from 'react';
import type { WebhookCheck } from '../../../../packages/client/src/schemas.ts';
import { attemptError } from '../../pieces/attempt-error.ts';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';

type Labels = Readonly<Record<'passed' | 'warned' | 'failed', string>>;

/** A check that passed with a detail is a warning. */
const shownAs = (ok: boolean, isDetailed: boolean, { passed, warned, failed }: Labels) => {
  if (!ok) return { type: 'error', iconAriaLabel: failed } as const;
  return isDetailed
    ? ({ type: 'warning', iconAriaLabel: warned } as const)
    : ({ type: 'success', iconAriaLabel: passed } as const);
};

/** What the checks of an address found, none of which was stored. */
export const Checks = ({ checks }: { readonly checks: readonly WebhookCheck[] }): ReactElement => {
  const texts = useTexts();
  const { webhook } = texts;
  const { duration } = useFormats();
  const passed = checks.every(({ ok }) => ok);
  return (
    <Alert type={passed ? 'success' : 'error'} header={passed ? webhook.allPassed : webhook.notPassed}>
      {passed && <p className="tight">{webhook.allPassedWhy}</p>}
      <ul className="checks" aria-label={webhook.checks}>
        {checks.map(({ name, ok, detail, status, duration_ms: took, error_code: error }) => (
          <li key={name}>
            <StatusIndicator {...shownAs(ok, detail !== null, webhook)}>{webhook.checkNames[name]}</StatusIndicator>
            {took !== null && (
              <div>
                {webhook.answeredIn(
                  error === null ? webhook.answered(String(status)) : attemptError(texts, error),
                  duration(took),
                )}
              </div>
            )}
            {detail !== null && <div className="breakable">{detail}</div>}
          </li>
        ))}
      </ul>
    </Alert>
  );
};
