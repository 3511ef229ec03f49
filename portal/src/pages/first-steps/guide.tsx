import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import { Failure } from '../../pieces/failure.tsx';
import { Skeleton } from '../../pieces/skeleton.tsx';
import { useTexts } from '../../texts/texts.ts';
import { StepRow } from './step-row.tsx';
import { areDone, openStep } from './steps.ts';
import type { FoundSteps } from './use-steps.ts';

interface GuideProps {
  readonly found: FoundSteps;
  /** Without it, the guide cannot be closed. */
  readonly close?: () => void;
}

/** The way to the first delivered message, each step as it is. */
export const Guide = ({ found, close }: GuideProps): ReactElement => {
  const { guide } = useTexts();
  const { steps, error, again } = found;
  const next = steps === undefined ? null : openStep(steps);
  const done = (steps ?? []).filter(({ lack }) => lack === null).length;
  const isComplete = steps !== undefined && areDone(steps);
  return (
    <Container
      header={
        <Header
          variant="h2"
          counter={steps === undefined ? '' : `(${guide.progress(done, steps.length)})`}
          description={isComplete ? guide.completeWhy : guide.why}
          actions={close === undefined ? undefined : <Button onClick={close}>{guide.close}</Button>}
        >
          {isComplete ? guide.complete : guide.title}
        </Header>
      }
    >
      <SpaceBetween size="m">
        {error !== null && <Failure error={error} retry={again} />}
        {steps === undefined && error === null && <Skeleton lines={6} />}
        {steps !== undefined && (
          <ol className="guide" aria-live="polite">
            {steps.map((step) => (
              <StepRow key={step.id} step={step} found={found} isNext={step.id === next} />
            ))}
          </ol>
        )}
      </SpaceBetween>
    </Container>
  );
};
