import { z } from 'zod';
import type { Invariant } from './invariant.ts';
import { hasNumber } from './line-states.ts';
import { changesOf, textOf, type Watch } from './watch.ts';

const numberPrefix = 'NUMBER#';

export const numberWatches: readonly Watch[] = [
  {
    rule: 'a connected line holds its number',
    begin: () => {
      const holders = new Map<string, string>();
      const numbers = new Map<string, string>();
      return (commit) => {
        for (const { keys, newImage } of commit) {
          if (!keys.pk.startsWith(numberPrefix)) continue;
          const number = keys.pk.slice(numberPrefix.length);
          const holder = textOf(newImage, 'instance_id');
          if (holder === null) holders.delete(number);
          else holders.set(number, holder);
        }
        for (const { id, after } of changesOf('line', commit)) {
          const number = textOf(after, 'platform_phone_number_id');
          if (number !== null && hasNumber({ status: textOf(after, 'status') ?? '' })) numbers.set(id, number);
          else numbers.delete(id);
        }
        return Array.from(numbers)
          .filter(([id, number]) => holders.get(number) !== id)
          .map(([id, number]) => `${id} has ${number}, which ${holders.get(number) ?? 'no line'} holds`);
      };
    },
  },
];

const held = z.object({ pk: z.string(), sk: z.string(), instance_id: z.string() });

export const numberRules: readonly Invariant[] = [
  {
    rule: 'a number has one line',
    broken: ({ lines }) =>
      Array.from(
        Map.groupBy(lines.filter(hasNumber), (one) => one.platform_phone_number_id),
        ([number, some]) => (some.length > 1 ? `${String(number)}: ${some.map(({ id }) => id).join(', ')}` : ''),
      ).filter((text) => text !== ''),
  },
  {
    rule: 'a number is locked, and listed under its account, exactly for a line that has it',
    broken: ({ lines, items }) => {
      const found = items.flatMap((item) => held.safeParse(item).data ?? []);
      const locks = found.filter(({ pk, sk }) => pk.startsWith(numberPrefix) && sk === 'LINE');
      const listed = found.filter(({ pk, sk }) => pk.startsWith('WABA#') && sk.includes('#I#'));
      // A connection that is under way, and asks something, has reserved its number.
      const isStanding = (id: string, pk: string): boolean =>
        lines.some(
          (one) =>
            one.id === id &&
            (hasNumber(one) ||
              one.status === 'deactivation_failed' ||
              (one.status === 'connecting' &&
                [`${numberPrefix}${one.platform_phone_number_id ?? ''}`, `WABA#${one.platform_waba_id ?? ''}`].includes(
                  pk,
                ))),
        );
      return [
        ...[...locks, ...listed]
          .filter(({ instance_id: id, pk }) => !isStanding(id, pk))
          .map(({ pk, sk }) => `${pk} ${sk} is left over`),
        ...lines.filter(hasNumber).flatMap((one) => {
          const lock = locks.find(({ pk }) => pk === `${numberPrefix}${one.platform_phone_number_id ?? ''}`);
          const isListed = listed.some(
            ({ pk, instance_id: id }) => pk === `WABA#${one.platform_waba_id ?? ''}` && id === one.id,
          );
          return lock?.instance_id === one.id && isListed ? [] : [`${one.id} has no lock, or is not listed`];
        }),
      ];
    },
  },
];
