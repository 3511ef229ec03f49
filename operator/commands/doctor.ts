import { z } from 'zod';
import { describe, type Area } from '../description.ts';
import { diagnose } from '../doctor/diagnose.ts';
import { facts } from '../doctor/facts.ts';
import { finding } from '../doctor/finding.ts';
import { readLogSummary } from '../doctor/log-summary.ts';
import { shownFinding, summaryOf } from '../doctor/show-finding.ts';
import { partnerId } from '../fields.ts';
import { moment, strong } from '../layout.ts';
import { graphTextOf } from '../platform-app/graph-version.ts';
import { wrapped } from '../wrap.ts';

const diagnosis = z.object({
  at: z.string(),
  partner: z.object({ partner_id: z.string(), name: z.string() }),
  /** When the version of the Graph API ends, and what the service relies on that has ended. */
  graph_api: z.string().nullable(),
  findings: z.array(finding),
});
type Diagnosis = z.infer<typeof diagnosis>;

const show = (it: Diagnosis, columns: number, call: string): string =>
  [
    `${strong(it.partner.name)} (${it.partner.partner_id})\n${moment(it.at) ?? ''}: ${summaryOf(it.findings)}`,
    ...(it.graph_api === null ? [] : [wrapped(it.graph_api, columns, '')]),
    ...it.findings.map((one, index) => shownFinding(one, index + 1, columns, call)),
  ].join('\n\n');

export const doctor: Area = {
  name: 'doctor',
  summary: 'The current problems of a partner and how to solve them',
  commands: [
    describe({
      name: 'doctor',
      summary: 'List the current problems of a partner and how to solve each',
      arguments: [partnerId()],
      examples: [
        [
          'doctor PARTNER-ID',
          'endpoint, events, instances, templates, keys, limits, dead letters, the app at the platform',
        ],
        ["doctor PARTNER-ID --json | jq -r '.findings[].code'", 'the names of the problems, for a program'],
      ],
      ask: async (stage, input) => {
        const known = facts.parse(await stage.run('doctor', input));
        const { at, partner, app } = known;
        const signs = ['calls_limited', 'calls_failed', 'attempts_failed'] as const;
        const logs = await readLogSummary(stage.logs, partner.partner_id, Date.parse(at), signs);
        return {
          at,
          partner: { partner_id: partner.partner_id, name: partner.name },
          graph_api: graphTextOf(app, Date.parse(at)),
          findings: diagnose(known, logs),
        };
      },
      result: diagnosis,
      show,
    }),
  ],
};
