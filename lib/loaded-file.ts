import * as z from 'zod';

/** Where the program that splits a bundle tells what the files load. */
export const loadsName = 'loads.json';

const loadedFile = z.object({
  name: z.string(),
  /** The files that are loaded with it. */
  requires: z.array(z.string()),
  modules: z.array(
    z.object({
      /** From the project's root. */
      source: z.string(),
      /** Of its code, in the dispatcher's bundle before it is minified. */
      characters: z.number(),
    }),
  ),
});
/** A file of a bundle, and what it loads. */
export type LoadedFile = z.output<typeof loadedFile>;

export const loadedFiles = z.array(loadedFile);

/** The file, and all files that are loaded with it. The first file of a bundle is always loaded. */
export const loadedWith = <File extends LoadedFile>(files: readonly File[], name: string): readonly File[] => {
  const names = new Set(['index.js', name]);
  // Iterates over what is added meanwhile, too.
  for (const each of names) {
    for (const required of files.find((file) => file.name === each)?.requires ?? []) names.add(required);
  }
  return files.filter((file) => names.has(file.name));
};
