/** A file of a bundle, and what it loads. */
export interface LoadedFile {
  readonly name: string;
  /** The files that are loaded with it. */
  readonly requires: readonly string[];
  readonly modules: readonly {
    /** From the project's root. */
    readonly source: string;
    /** Of its minified code. */
    readonly characters: number;
  }[];
}

/** The file, and all files that are loaded with it. The first file of a bundle is always loaded. */
export const loadedWith = <File extends LoadedFile>(files: readonly File[], name: string): readonly File[] => {
  const names = new Set(['index.js', name]);
  // Iterates over what is added meanwhile, too.
  for (const each of names) {
    for (const required of files.find((file) => file.name === each)?.requires ?? []) names.add(required);
  }
  return files.filter((file) => names.has(file.name));
};
