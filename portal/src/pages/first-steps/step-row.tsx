import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { ReactElement } from 'react';
import { attemptError } from '../../pieces/attempt-error.ts';
import { docsUrl } from '../../pieces/docs-url.ts';
import { PageButton } from '../../pieces/page-button.tsx';
import { useFormats, type Formats } from '../../pieces/use-formats.ts';
import { useTexts, type Texts } from '../../texts/texts.ts';
import { explainedError } from '../delivery/explained-error.ts';
import { fails, placeOf, stepPages, type Step } from './steps.ts';
import type { FoundSteps } from './use-steps.ts';

/** Why a step fails, in the words of the service, of the endpoint or of the platform. */
const reasonOf = (
  texts: Texts,
  { dateTime }: Formats,
  { id }: Step,
  { endpoint, instance, facts }: FoundSteps,
): string | null => {
  const { words } = texts;
  if (id === 'endpoint') {
    const error = endpoint?.last_error ?? null;
    return error === null ? null : `${attemptError(texts, error.code)} (${dateTime(error.at)})`;
  }
  if (id === 'line') {
    const session = instance?.session ?? null;
    const said = session?.error?.message ?? instance?.connection.last_error?.message;
    return session === null ? null : [words.session[session.status], said].filter((text) => text != null).join(': ');
  }
  if (id === 'message') {
    const [error] = facts.health?.top_errors ?? [];
    if (error === undefined) return null;
    const named = [error.code, error.title].filter((text) => text !== null).join(' ');
    return [named, explainedError(texts, error.code)].filter((text) => text !== undefined).join('. ');
  }
  return null;
};

const signOf = (step: Step, isNext: boolean): StatusIndicatorProps.Type => {
  if (step.lack === null) return 'success';
  if (step.lack === 'unseen') return 'stopped';
  if (fails(step)) return 'error';
  return isNext ? 'in-progress' : 'pending';
};

interface StepRowProps {
  readonly step: Step;
  readonly found: FoundSteps;
  /** Whether it is the first one that lacks something. */
  readonly isNext: boolean;
}

/** A step: whether it is done, and else what it lacks, why, where it is done and where it is explained. */
export const StepRow = ({ step, found, isNext }: StepRowProps): ReactElement => {
  const texts = useTexts();
  const formats = useFormats();
  const { guide } = texts;
  const { id, lack } = step;
  const name = guide.steps[id];
  const reason = lack === null ? null : reasonOf(texts, formats, step, found);
  return (
    <li className={isNext ? 'guide-step guide-next' : 'guide-step'} {...(isNext ? { 'aria-current': 'step' } : {})}>
      <h3>
        <StatusIndicator type={signOf(step, isNext)}>{name}</StatusIndicator>
      </h3>
      {lack !== null && (
        <SpaceBetween size="xs">
          <div>{guide.lacks[lack]}</div>
          {reason !== null && (
            <div className="breakable">
              {guide.said}: {reason}
            </div>
          )}
          <div className="guide-ways">
            {lack !== 'unseen' && (
              <PageButton to={placeOf(step, found.facts.line)} variant={isNext ? 'primary' : 'normal'}>
                {guide.actions[lack]}
              </PageButton>
            )}
            <Link href={docsUrl(stepPages[id])} external ariaLabel={guide.docsOf(name)}>
              {guide.docs}
            </Link>
          </div>
        </SpaceBetween>
      )}
    </li>
  );
};
