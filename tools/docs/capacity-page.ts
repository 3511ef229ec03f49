import { ceilingOf } from '../capacity/ceiling.ts';
import { loads, type Load } from '../capacity/loads.ts';
import { quotas } from '../capacity/quotas.ts';
import { measuredUnits, type MeasuredUnits } from '../cost/units.ts';
import { code, generatedNote, page, table } from './markdown.ts';

const whole = (value: number): string => Math.floor(value).toLocaleString('en-US');
const percent = (share: number): string => `${Math.round(share * 100)} %`;

const rowOf = (measured: MeasuredUnits, load: Load): readonly string[] => {
  const { rate, write, read, bounds } = ceilingOf(load, measured);
  const [first, next] = bounds.map(({ limit, share }) => `${limit} ${percent(share)}`);
  return [code(load.name), `${whole(rate)} ${load.counted}`, whole(write), whole(read), first ?? '', next ?? ''];
};

/** docs/capacity.md: quotas ÷ units, with the limits that bind first. */
export const capacityPage = async (): Promise<string> => {
  const measured = await measuredUnits();
  return page(
    '# Capacity',
    generatedNote,
    'The highest rate a second within all limits: the quotas of AWS and the settings of production (`lib/stages.ts`), divided by what one\n' +
      'operation takes ([access patterns](access-patterns.md)). No account was measured, and the figures have no times: they are as good\n' +
      'as the units and the quotas. W and R are write and read units.',
    '## Ceilings',
    table(
      ['load', 'a second', 'W', 'R', 'first limit', 'next limit'],
      loads.map((load) => rowOf(measured, load)),
    ),
    table(
      ['load', 'what it is'],
      loads.map(({ name, about }) => [code(name), about]),
    ),
    '## What the table does not show',
    'A *ramp* is slower than a steady load. A function gets 100 environments more each second, a queue 300 batches more each minute, and a\n' +
      'new table begins with 4,000 W unless `warmThroughput` says otherwise. Until then, calls are throttled and events wait.',
    'A *hot partner* is bounded before the table is. Records of a partner of the standard size are in one partition; of a large one, in\n' +
      'many. `operator partners size` sets it, and it holds for records that are made from then on. New lines of one partner meet on its\n' +
      'item of slots: a transaction holds it for about 10 ms, so that a partner creates at most about 90 lines a second.',
    '*Dark endpoints* take workers for 15 s an attempt. When a tenth of the endpoints goes dark at once, they move to a queue of their own\n' +
      'within seconds, and the workers of the others are free again ([ADR 13](adr/0013-ordered-deliveries.md)).',
    '## Quotas',
    table(
      ['quota', 'value', 'AWS raises it'],
      Object.entries(quotas).map(([name, { value, unit, source, raise }]) => [
        code(name),
        `[${whole(value)} ${unit}](${source})`,
        raise,
      ]),
    ),
  );
};
