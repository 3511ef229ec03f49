import { moment } from '../layout.ts';
import type { Facts } from './facts.ts';
import { cure, counted, found, type Finding } from './finding.ts';
import type { LogSummary } from './log-summary.ts';

const answered = ({ attempts }: LogSummary): string =>
  attempts.length === 0
    ? ''
    : ` In the last hour: ${attempts.map(({ answer, count }) => `${answer} ×${count}`).join(', ')}.`;

const mend = cure('Tell the partner the responses of its endpoint.');

const healthFinding = ({ endpoint, partner }: Facts, logs: LogSummary): readonly Finding[] => {
  if (endpoint === null) return [];
  const { health } = endpoint;
  const resend = cure('Then send the undelivered events again.', `events resend ${partner.partner_id}`);
  switch (health.state) {
    case 'healthy':
      return [];
    case 'failing': {
      const what = `The endpoint fails: ${counted(health.failures, 'failed attempt')} in a row.${answered(logs)}`;
      const wait = cure('Nothing is lost: each event is tried for more than 75 hours.');
      return [found('endpoint_failing', 'problem', what, [mend, wait], health)];
    }
    case 'paused': {
      const what = `The endpoint is paused after ${counted(health.failures, 'failed attempt')} in a row.${answered(logs)}`;
      const probe = cure(
        `Its events are parked, and are sent when a probe gets 2xx; the next probe is at ${moment(health.probe_at) ?? ''}.`,
      );
      return [found('endpoint_paused', 'problem', what, [mend, probe], health)];
    }
    case 'disabled': {
      const why = health.reason === 'gone' ? 'it answered 410 Gone' : 'it failed for five days';
      const enable = cure('Ask the partner to repair it, and to set it again with update-partner-webhook-endpoint.');
      return [found('endpoint_disabled', 'problem', `The endpoint is disabled: ${why}.`, [enable, resend], health)];
    }
  }
};

const eventFindings = ({ endpoint, events: { parked, undelivered }, partner }: Facts): readonly Finding[] => {
  const { partner_id: id } = partner;
  const numberOf = ({ count, more }: { readonly count: number; readonly more: boolean }): string =>
    more ? `More than ${count} events` : counted(count, 'event');
  const findings: Finding[] = [];
  if (undelivered.count > 0) {
    const works = endpoint !== null && endpoint.health.state !== 'disabled';
    const what = `${numberOf(undelivered)} ${undelivered.count === 1 && !undelivered.more ? 'was' : 'were'} not delivered. Each is kept for 30 days.`;
    const resend = cure(works ? 'Send them again.' : 'Send them again when the endpoint works.', `events resend ${id}`);
    const cures = [cure('See which.', `events list ${id}`), resend];
    findings.push(found('events_undelivered', 'problem', what, cures, { since: undelivered.oldest }));
  }
  if (parked.count > 0) {
    const what = `${numberOf(parked)} ${parked.count === 1 && !parked.more ? 'waits' : 'wait'} for the endpoint.`;
    const cures = [
      cure('See which.', `events list ${id} --parked`),
      cure('They are sent automatically when the endpoint answers with 2xx.'),
    ];
    findings.push(found('events_waiting', 'warning', what, cures, { since: parked.oldest }));
  }
  return findings;
};

/** The endpoint, its events, and the migration of the callbacks to it. */
export const webhookFindings = (facts: Facts, logs: LogSummary): readonly Finding[] => {
  const { endpoint, migration } = facts;
  const findings: Finding[] = [...healthFinding(facts, logs), ...eventFindings(facts)];
  if (endpoint === null) {
    const set = cure('Ask the partner to set one with update-partner-webhook-endpoint.');
    const what =
      'The partner has no webhook endpoint. Its events are kept for 30 days, and no instance can be connected.';
    findings.push(found('no_endpoint', 'warning', what, [set]));
  }
  if (endpoint?.pace === 'slow') {
    const what = 'The endpoint is slow: an answer took more than a second. Its events have a queue of their own.';
    const answer = cure(
      'Ask the partner to answer before it processes the event. After 20 fast answers in a row the endpoint counts as fast.',
    );
    findings.push(found('endpoint_slow', 'warning', what, [answer]));
  }
  if (migration !== null && (migration.status === 'failed' || migration.status === 'partial')) {
    const what = `The callbacks of ${migration.failed} of ${counted(migration.total, 'instance')} still go to the previous endpoint.`;
    const retry = cure('Ask the partner to call retry-partner-webhook-migration.');
    findings.push(found('migration_failed', 'problem', what, [retry], { subjects: [migration.migration_id] }));
  }
  return findings;
};
