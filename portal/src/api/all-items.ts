interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly pages: number;
}

/** The items of all pages of a list. @param read reads a page, by its number from 1 */
export const allItems = async <Item>(read: (page: number) => Promise<ListPage<Item>>): Promise<readonly Item[]> => {
  const found: Item[] = [];
  for (let page = 1; ; page += 1) {
    const { items, pages } = await read(page);
    found.push(...items);
    if (page >= pages) return found;
  }
};
