import { z } from 'zod';
import { describe, type Area } from '../description.ts';
import { moment, strong } from '../layout.ts';
import { line, readStatus } from '../status/lines.ts';
import { wrapped } from '../wrap.ts';

const status = z.object({ at: z.string(), lines: z.array(line) });
type Status = z.infer<typeof status>;

/** The worst first. */
const marks = { wrong: 'WRONG', unread: '?', note: 'note', ok: 'ok' } as const;
const markWidth = 7;
const nameWidth = 14;
const indent = ' '.repeat(markWidth);

/** `3 things are wrong, 1 could not be read` */
const verdictOf = ({ lines }: Status): string => {
  const count = (verdict: keyof typeof marks): number => lines.filter((one) => one.verdict === verdict).length;
  const [wrong, unread] = [count('wrong'), count('unread')];
  const found = wrong === 0 ? 'nothing is wrong' : `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong`;
  return unread === 0 ? found : `${found}, ${unread} could not be read`;
};

const shownLine = ({ name, verdict, what, details }: Status['lines'][number], columns: number, call: string): string =>
  [
    `${strong(marks[verdict].padEnd(markWidth))}${name.padEnd(nameWidth)}${wrapped(what, columns - markWidth - nameWidth, ' '.repeat(markWidth + nameWidth))}`,
    ...details.flatMap((detail) => [
      `${indent}${wrapped(detail.what, columns - markWidth, `${indent}  `)}`,
      ...(detail.section === null ? [] : [`${indent}  ${detail.section}`]),
      // On one line, so that it can be copied.
      ...(detail.command === null ? [] : [`${indent}  ${strong(`${call} ${detail.command}`)}`]),
    ]),
  ].join('\n');

const show = (it: Status, columns: number, call: string): string =>
  [
    `${strong(verdictOf(it))} (${moment(it.at) ?? ''})\n`,
    ...Object.keys(marks)
      .flatMap((verdict) => it.lines.filter((one) => one.verdict === verdict))
      .map((one) => shownLine(one, columns, call)),
  ].join('\n');

export const statusArea: Area = {
  name: 'status',
  summary: 'What is wrong with the stage, on one page',
  commands: [
    describe({
      name: 'status',
      summary: 'Show what is wrong with the stage: alarms, queues, late work, throttles, partners, releases',
      examples: [
        ['status', 'within five seconds; what cannot be read is said, and spoils nothing else'],
        ['status --json | jq -r \'.lines[] | select(.verdict == "wrong").name\'', 'what is wrong, for a program'],
      ],
      ask: async (stage) => ({ ...(await readStatus(stage)) }),
      result: status,
      show,
    }),
  ],
};
