import { useEffect, type ReactElement } from 'react';
import { Guide } from './guide.tsx';
import type { GuideChoice } from './guide-choice.ts';
import { isEstablished } from './steps.ts';
import { useSteps } from './use-steps.ts';

interface OverviewGuideProps {
  readonly choice: GuideChoice;
  readonly choose: (choice: 'open' | 'closed') => void;
}

/** The guide on the overview. A partner whose messages arrived before it was ever shown does not see it. */
const OverviewGuide = ({ choice, choose }: OverviewGuideProps): ReactElement | null => {
  const found = useSteps();
  const { steps, error } = found;
  const isNeedless = steps !== undefined && isEstablished(steps);
  useEffect(() => {
    if (choice === null && steps !== undefined) choose(isNeedless ? 'closed' : 'open');
  }, [choice, steps === undefined, isNeedless]);
  // What could not be read is said once, by the overview.
  if (choice === null && (isNeedless || error !== null)) return null;
  return (
    <div className={steps === undefined && error === null ? 'pending' : ''}>
      <Guide
        found={found}
        close={() => {
          choose('closed');
        }}
      />
    </div>
  );
};

export default OverviewGuide;
