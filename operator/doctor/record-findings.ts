import type { Facts } from './facts.ts';
import { cure, counted, found, type Finding } from './finding.ts';

/** Instances that need an action, and failed erasures. */
export const recordFindings = ({ partner, instances, failed_erasures: erasures }: Facts): readonly Finding[] => {
  const { partner_id: id } = partner;
  const { reconnect_required: reconnect, deactivation_failed: failed, degraded } = instances;
  const show = (ids: readonly string[]) => cure('See what went wrong.', `instances show ${id} ${ids[0] ?? ''}`);
  const findings: Finding[] = [];
  if (reconnect.total > 0) {
    const needs = reconnect.total === 1 ? 'has' : 'have';
    const what = `${counted(reconnect.total, 'instance')} ${needs} to be connected again: the platform refused the token.`;
    const session = cure(
      'Ask the partner to create a connect session in the mode reconnect for each (create-connect-session), and to send the link to its customer.',
    );
    const about = { subjects: reconnect.ids };
    findings.push(found('reconnect_required', 'problem', what, [show(reconnect.ids), session], about));
  }
  if (failed.total > 0) {
    const what = `The removal of ${counted(failed.total, 'instance')} failed at the platform. The slots stay taken.`;
    const cures = [
      show(failed.ids),
      cure('Ask the partner to call deactivate-partner-instance again.'),
      cure(
        'If the removal never succeeds, free the slot and the number.',
        `instances force-release ${id} ${failed.ids[0] ?? ''} --reason "…"`,
      ),
    ];
    findings.push(found('deactivation_failed', 'problem', what, cures, { subjects: failed.ids }));
  }
  if (degraded.total > 0) {
    const is = degraded.total === 1 ? 'is' : 'are';
    const what = `${counted(degraded.total, 'instance')} ${is} degraded: the platform has another callback, or limits the number.`;
    const again = cure('Ask the partner to call refresh-partner-instance-platform when the cause is removed.');
    findings.push(found('degraded', 'warning', what, [show(degraded.ids), again], { subjects: degraded.ids }));
  }
  if (erasures.total > 0) {
    const [first = ''] = erasures.ids;
    const what = `The erasure of ${counted(erasures.total, 'customer')} failed. Personal data is still there.`;
    const cures = [
      cure('See at which step.', `customers erasure ${id} ${first}`),
      cure('Start it again.', `customers retry-erasure ${id} ${first}`),
    ];
    findings.push(found('erasure_failed', 'problem', what, cures, { subjects: erasures.ids }));
  }
  return findings;
};
