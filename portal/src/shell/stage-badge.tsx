import type { ReactElement } from 'react';
import { useSettings } from '../api/settings-context.ts';
import { useTexts } from '../texts/texts.ts';

/** Which stage this is, unless it is the one for customers. */
export const StageBadge = (): ReactElement | null => {
  const { stage } = useSettings();
  const { shell } = useTexts();
  const names: Readonly<Record<string, string>> = shell.stages;
  const name = names[stage] ?? stage;
  return stage === 'production' ? null : (
    <em className={`shell-stage shell-stage-${stage}`} aria-label={shell.stage(name)} role="note">
      {name}
    </em>
  );
};
