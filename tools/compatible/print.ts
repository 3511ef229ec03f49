import type { Compared } from './compare.ts';
import type { Difference } from './difference.ts';
import { itemFor } from './changelog.ts';

const shownPlaces = 5;
const longestText = 160;

const short = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);

const lines = (kind: string, one: Difference): readonly string[] => [
  `  ${kind}  ${one.place}`,
  `            was: ${short(one.was)}`,
  `            is:  ${short(one.is)}`,
  `            ${one.breaks ?? 'breaks nothing'}`,
];

const kindOf = ({ was, is }: Difference): string => {
  if (was === 'absent') return 'new';
  return is === 'gone' ? 'gone' : 'changed';
};

/** What breaks nothing, by kind, with the first few places. */
const others = (all: readonly Difference[]): readonly string[] =>
  Array.from(Map.groupBy(all, kindOf), ([kind, some]) => {
    const rest = some.length - shownPlaces;
    // A whole route or type first.
    const sorted = some.toSorted((one, other) => Number(one.field !== null) - Number(other.field !== null));
    const places = sorted.slice(0, shownPlaces).map(({ place }) => place);
    return `  ${kind} (${some.length}): ${places.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
  });

/** What became of a document, for people. `isWhole`: with each difference that breaks nothing. */
export const printed = (compared: Compared, isWhole: boolean): readonly string[] => {
  const { document, breaking, named, other } = compared;
  const title = `${document.title} (${document.file})`;
  if (!compared.wasReleased) return [`${title}: the release had no such document, so it is not compared`];
  return [
    `${title}: ${breaking.length} breaking, ${named.length} breaking and named, ${other.length} others`,
    ...breaking.flatMap((one) => [
      ...lines('BREAKING', one),
      `            to name it in ${document.changelog}: ${itemFor(one)}`,
    ]),
    ...named.flatMap((one) => lines('named   ', one)),
    ...(isWhole ? other.flatMap((one) => lines('other   ', one)) : others(other)),
  ];
};
