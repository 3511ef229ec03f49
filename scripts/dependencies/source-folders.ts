/** The folder of an installed package, from the project's root. A package may have packages of its own. */
const folder = /(?:(?:portal|tools|packages\/[^/]+)\/)?node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/;

/** The folders of the packages that source files are of. @param sources paths as source maps have them */
export const packageFolders = (sources: Iterable<string>): ReadonlySet<string> => {
  const folders = new Set<string>();
  for (const source of sources) {
    const [found] = folder.exec(source) ?? [];
    if (found !== undefined) folders.add(found);
  }
  return folders;
};
