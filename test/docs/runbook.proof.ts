import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { production } from '../../lib/stages.ts';
import {
  allStages,
  ofType,
  synthesise,
  synthesiseEdge,
  withAuditCopy,
  withProbe,
} from '../../tools/harness/synthesised.ts';
import { edge, withDomain } from '../lib/with-domain.ts';

const runbook = readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'runbook.md'), 'utf8');

/** The anchors that GitHub makes of headings. */
const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-');

const [, alarms = ''] = runbook.split(/^## Alarms$/m);
const sections = new Map(
  (alarms.split(/^## /m)[0] ?? '')
    .split(/^### /m)
    .slice(1)
    .map((section): [string, string] => [anchorOf(section.split('\n')[0] ?? ''), section]),
);
const anchors = new Set(Array.from(runbook.matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading)));

// Sections that apply only to stages with an edge.
const edged = withDomain({ edge });
const ofEdge = synthesiseEdge(edged).Resources;
/** Alarms that switches add. */
const ofCopies = synthesise({
  ...production,
  backup: { region: 'eu-central-1', keepDays: 35 },
  replica: {
    region: 'eu-central-1',
    keyArn: 'arn:aws:kms:eu-west-1:222222222222:key/mrk-0123456789abcdef0123456789abcdef',
    table: true,
  },
}).Resources;
const edgeFunctions = ofType(synthesise(edged).Resources, 'AWS::Lambda::Function')
  .map(([logicalId]) => logicalId)
  .filter((logicalId) => logicalId === 'OriginCheck');

describe.each(allStages.map(withAuditCopy).map(withProbe))('the runbook for stage $name', (stage) => {
  const { Resources } = synthesise(stage);

  test('has a section for each alarm, and no other', () => {
    const alarms = [Resources, ofEdge, ofCopies].flatMap((resources) => ofType(resources, 'AWS::CloudWatch::Alarm'));
    const named = alarms.map(([logicalId, { Properties }]) => {
      const text = z.string().parse(Properties['AlarmDescription']);
      expect([logicalId, text]).toEqual([logicalId, expect.stringMatching(/^\S.+\. docs\/runbook\.md#[a-z-]+$/)]);
      return text.split('#')[1] ?? '';
    });
    expect([...new Set(named)].toSorted()).toEqual([...sections.keys()].toSorted());
  });

  test('has the severity of each alarm, which is that of its topic', () => {
    const listed = new Map<string, Set<string>>();
    for (const [, { Properties }] of [Resources, ofEdge, ofCopies].flatMap((all) =>
      ofType(all, 'AWS::CloudWatch::Alarm'),
    )) {
      const [, section = ''] = z.string().parse(Properties['AlarmDescription']).split('#');
      const [{ Ref: topic }] = z.tuple([z.object({ Ref: z.string() })]).parse(Properties['AlarmActions']);
      listed.set(section, (listed.get(section) ?? new Set()).add(topic.replace(/Topic$/, '').toLowerCase()));
    }
    for (const [section, severities] of listed) {
      const [, line = ''] = /^\*\*Severity:\*\* (.+)$/m.exec(sections.get(section) ?? '') ?? [];
      const named = Array.from(line.matchAll(/\b(?:page|ticket)\b/g), ([word]) => word);
      expect([section, named.toSorted()]).toEqual([section, [...severities].toSorted()]);
    }
  });

  test('has the effect of a failure of each function', () => {
    const table = sections.get('a-function-fails') ?? '';
    const functions = ofType(Resources, 'AWS::Lambda::Function').map(([logicalId]) => logicalId);
    const listed = Array.from(table.matchAll(/^\| `(\w+)`(?: \(with an edge\))? \| \S/gm), ([, name]) => name);
    expect(listed.toSorted()).toEqual([...functions, ...edgeFunctions].toSorted());
  });
});

test.each([...sections])('the section %s has the impact, where to look, and the remedy', (_, text) => {
  expect(text).toMatch(/\*\*People notice:\*\* \S[^]*\*\*Look at:\*\* \S[^]*\*\*Do:\*\* \S/);
});

test('links of the runbook are valid', () => {
  for (const [, anchor = ''] of runbook.matchAll(/\]\(#([^)]+)\)/g)) expect(anchors).toContain(anchor);
});
