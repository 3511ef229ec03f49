import type { Difference } from './difference.ts';

/** The items of the lists of a Markdown page, each on one line. */
const itemsOf = (page: string): readonly string[] => {
  const items: string[] = [];
  let isOpen = false;
  for (const line of page.split('\n')) {
    if (/^\s*[-*] /.test(line)) items.push(line.trim());
    else if (isOpen && /^\s+\S/.test(line)) items.push(`${items.pop() ?? ''} ${line.trim()}`);
    isOpen = /^\s*[-*] |^\s+\S/.test(line);
  }
  return items;
};

/** What stands in a changelog since the release: the items that it did not have then. */
export const newItems = (released: string, present: string): readonly string[] => {
  const old = new Set(itemsOf(released));
  return itemsOf(present).filter((item) => !old.has(item));
};

const hasCode = (item: string, name: string): boolean => item.includes(`\`${name}\``);

/** Whether an item says of a breaking difference that it is one, and names what it is about and its field. */
export const isNamed = ({ subjects, field }: Difference, items: readonly string[]): boolean =>
  items.some(
    (item) =>
      item.includes('**Breaking') &&
      subjects.some((name) => hasCode(item, name)) &&
      (field === null || hasCode(item, field)),
  );

/** The item that would name it, but for its text. */
export const itemFor = ({ subjects, field }: Difference): string => {
  // The component, where there is one: it is the same in all operations.
  const subject = subjects[1] ?? subjects[0] ?? '';
  return `- **Breaking:** \`${subject}\`${field === null ? '' : ` \`${field}\``} …`;
};
