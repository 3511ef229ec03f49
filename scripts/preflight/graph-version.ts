import type { Milliseconds } from '../../lambdas/kernel/time.ts';
import { endFinding, graphVersionText } from '../../operator/platform-app/graph-version.ts';
import { missing, ok, warning, type Item } from './item.ts';

const name = 'graph version';

/** Whether the version of the Graph API has ended, or ends within 90 days. */
export const lookAtGraphVersion = (version: string, now: Milliseconds): Item => {
  const finding = endFinding(version, now);
  if (finding === null) return ok(name, graphVersionText(version, now));
  const item = finding.severity === 'problem' ? missing : warning;
  return item(name, finding.what, finding.cures.map(({ action }) => action).join('\n'));
};
