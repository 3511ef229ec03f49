/** Groups in order, of at most `limit` in weight and `most` in number. A heavier item is a group of its own. */
export const pack = <T>(
  items: readonly T[],
  weightOf: (item: T) => number,
  limit: number,
  most: number,
): readonly (readonly T[])[] => {
  const groups: T[][] = [];
  let weight = 0;
  for (const item of items) {
    const group = groups.at(-1);
    weight += weightOf(item);
    if (group !== undefined && weight <= limit && group.length < most) {
      group.push(item);
    } else {
      groups.push([item]);
      weight = weightOf(item);
    }
  }
  return groups;
};
