import { moment, strong } from '../layout.ts';
import { wrapped } from '../wrap.ts';
import { severities, type Finding } from './finding.ts';

const indent = '  ';

/** A finding with its number, its subjects and its cures. @param columns of the terminal @param call what its commands begin with */
export const shownFinding = (it: Finding, number: number, columns: number, call: string): string => {
  const since = it.since === null ? '' : ` Since ${moment(it.since) ?? ''}.`;
  const name = `${number}. ${it.severity}: ${it.code}`;
  const lines = [
    strong(name),
    `${indent}${wrapped(`${it.what}${since}`, columns - indent.length, indent)}`,
    ...it.subjects.map((id) => `${indent}${indent}${id}`),
    ...it.cures.flatMap(({ action, command }) => [
      `${indent}→ ${wrapped(action, columns - 4, `${indent}  `)}`,
      // On one line, so that it can be copied.
      ...(command === null ? [] : [`${indent}  ${strong(`${call} ${command}`)}`]),
    ]),
  ];
  return lines.join('\n');
};

/** `1 problem, 2 warnings` */
export const summaryOf = (findings: readonly Finding[]): string => {
  if (findings.length === 0) return 'No problems were found.';
  const counts = severities.flatMap((severity) => {
    const count = findings.filter((it) => it.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`];
  });
  return counts.join(', ');
};

/** The worst first. */
export const worstFirst = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity));
