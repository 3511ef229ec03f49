import { z } from 'zod';
import { describe, type Area } from '../description.ts';
import { diagnose } from '../doctor/diagnose.ts';
import { facts } from '../doctor/facts.ts';
import { finding, severities, type Finding } from '../doctor/finding.ts';
import { hear } from '../doctor/heard.ts';
import { partnerId } from '../fields.ts';
import { moment, strong } from '../layout.ts';
import { wrapped } from '../wrap.ts';

const diagnosis = z.object({
  at: z.string(),
  partner: z.object({ partner_id: z.string(), name: z.string() }),
  findings: z.array(finding),
});
type Diagnosis = z.infer<typeof diagnosis>;

const indent = '  ';

const shown = (it: Finding, number: number, columns: number): string => {
  const since = it.since === null ? '' : ` Since ${moment(it.since) ?? ''}.`;
  const name = `${number}. ${it.severity}: ${it.code}`;
  const lines = [
    strong(name),
    `${indent}${wrapped(`${it.what}${since}`, columns - indent.length, indent)}`,
    ...it.subjects.map((id) => `${indent}${indent}${id}`),
    ...it.cures.flatMap(({ action, command }) => [
      `${indent}→ ${wrapped(action, columns - 4, `${indent}  `)}`,
      // On one line, so that it can be copied.
      ...(command === null ? [] : [`${indent}  ${strong(command)}`]),
    ]),
  ];
  return lines.join('\n');
};

const summary = ({ findings }: Diagnosis): string => {
  if (findings.length === 0) return 'No problems were found.';
  const counts = severities.flatMap((severity) => {
    const count = findings.filter((it) => it.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`];
  });
  return counts.join(', ');
};

const show = (it: Diagnosis, columns: number): string =>
  [
    `${strong(it.partner.name)} (${it.partner.partner_id})\n${moment(it.at) ?? ''}: ${summary(it)}`,
    ...it.findings.map((one, index) => shown(one, index + 1, columns)),
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
        ['doctor PARTNER-ID', 'endpoint, events, instances, templates, keys, limits, dead letters'],
        ["doctor PARTNER-ID --json | jq -r '.findings[].code'", 'the names of the problems, for a program'],
      ],
      ask: async (stage, input) => {
        const known = facts.parse(await stage.run('doctor', input));
        const { at, partner } = known;
        const signs = ['calls_limited', 'calls_failed', 'attempts_failed'] as const;
        const heard = await hear(stage.logs, partner.partner_id, Date.parse(at), signs);
        return {
          at,
          partner: { partner_id: partner.partner_id, name: partner.name },
          findings: diagnose(known, heard),
        };
      },
      result: diagnosis,
      show,
    }),
  ],
};
