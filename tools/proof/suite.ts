import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** `test/events/pace.proof.ts` is `pace` of the section `events`. */
export const placeOf = (file: string): { readonly section: string; readonly name: string } => {
  const [, section = '', ...rest] = path.relative(root, file).split(path.sep);
  return { section, name: rest.join('/').replace(/\.proof\.ts$/, '') };
};

/** The name of a suite with its section: `events/pace`. */
export const nameOf = (file: string): string => Object.values(placeOf(file)).join('/');
