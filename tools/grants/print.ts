import Table from 'cli-table3';
import { isFault, type Finding } from './judge.ts';

const head = ['function', 'action', 'resource', 'bound to', 'verdict', 'reason'];

const rowOf = ({ grant, verdict, reason }: Finding): string[] => {
  const bounds = [grant.purpose, grant.via === null ? null : `by way of ${grant.via}`].filter((one) => one !== null);
  return [grant.function, grant.action, grant.resource, bounds.join(', '), verdict, reason ?? ''];
};

/** Sorted: faults first, then by function and action. */
const sorted = (findings: readonly Finding[]): readonly Finding[] => {
  const keyOf = (finding: Finding): string => `${isFault(finding) ? 0 : 1} ${rowOf(finding).slice(0, 4).join(' ')}`;
  return findings.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
};

export const tableOf = (findings: readonly Finding[]): string => {
  const table = new Table({ head: head.slice(0, -1), style: { head: [], border: [], compact: true } });
  for (const finding of sorted(findings)) table.push(rowOf(finding).slice(0, -1));
  return table.toString();
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

export const markdownOf = (title: string, findings: readonly Finding[]): string =>
  [
    `# ${title}`,
    '',
    ...[head, head.map(() => '---'), ...sorted(findings).map(rowOf)].map((row) => `| ${row.map(cell).join(' | ')} |`),
    '',
  ].join('\n');

/** The number of findings of each verdict. */
export const summaryOf = (findings: readonly Finding[]): string =>
  [...Map.groupBy(findings, ({ verdict }) => verdict)]
    .map(([verdict, { length }]) => `${length} ${verdict}`)
    .join(', ');
