import { accessFindings } from './access-findings.ts';
import type { Facts } from './facts.ts';
import { cure, counted, found, type Finding } from './finding.ts';
import type { LogSummary } from './log-summary.ts';
import { appFindings } from '../platform-app/findings.ts';
import { graphFindings } from '../platform-app/graph-version.ts';
import { limitFindings } from './limit-findings.ts';
import { recordFindings } from './record-findings.ts';
import { worstFirst } from './show-finding.ts';
import { syncFindings } from './sync-findings.ts';
import { webhookFindings } from './webhook-findings.ts';

const callFindings = ({ failed }: LogSummary): readonly Finding[] => {
  if (failed.count === 0) return [];
  const { request_ids: ids } = failed;
  const trace = cure('See what happened.', `trace ${ids.at(-1) ?? ''}`);
  const what = `${counted(failed.count, 'call')} of the last hour ended with 5xx.`;
  return [found('calls_failed', 'problem', what, [trace], { since: failed.last, subjects: ids })];
};

const letterFindings = ({ dead_letters: { count, more, oldest }, partner }: Facts): readonly Finding[] => {
  if (count === 0) return [];
  const { partner_id: id } = partner;
  const what = `${more ? 'More than ' : ''}${counted(count, 'message')} of the partner moved to the dead-letter queue.`;
  const cures = [
    cure('See which, and why.', `dead-letters list --partner-id ${id}`),
    cure('Send them again when the cause is removed.', `dead-letters resend --partner-id ${id}`),
  ];
  return [found('dead_letters', 'problem', what, cures, { since: oldest })];
};

/** docs/operations/billing.md */
const usageFindings = ({ usage }: Facts): readonly Finding[] => {
  if (usage.late_day !== null) {
    const late = `The usage of ${usage.late_day} is not closed. Its facts expire 30 days after it; then it can't be billed.`;
    const see = cure('See why the worker fails: docs/runbook.md#usage-is-not-closed.');
    return [found('usage_not_closed', 'problem', late, [see])];
  }
  if (usage.first_day !== null) return [];
  const what =
    'The usage of the partner is not recorded, because the partner is older than the recording of usage. Until its usage has begun, "usage export" refuses.';
  const begin = cure('Begin the usage of all such partners with the next UTC day.', 'usage begin');
  return [found('usage_not_begun', 'problem', what, [begin])];
};

const unreadFinding = ({ unread }: LogSummary): readonly Finding[] =>
  unread === null
    ? []
    : [
        found('logs_unread', 'note', `Findings from the logs are missing: ${unread}.`, [
          cure('Your credentials need the policy OperatorPolicyArn, an output of the stack.'),
        ]),
      ];

/** The current problems, the worst first, and how to solve each. */
export const diagnose = (facts: Facts, logs: LogSummary): readonly Finding[] => {
  const findings = [
    ...accessFindings(facts),
    ...callFindings(logs),
    ...webhookFindings(facts, logs),
    ...recordFindings(facts),
    ...syncFindings(facts),
    ...limitFindings(facts, logs),
    ...letterFindings(facts),
    ...usageFindings(facts),
    ...appFindings(facts.app),
    ...graphFindings(facts.app?.graph ?? null, Date.parse(facts.at)),
    ...unreadFinding(logs),
  ];
  return worstFirst(findings);
};
