import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { format, resolveConfig } from 'prettier';

const folder = fileURLToPath(new URL('../../lambdas/connect/browser/', import.meta.url));

/** A script as one line, for the browsers that the platform's sign-up supports. */
const bundled = async (name: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [`${folder}${name}.ts`],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2020',
    minify: true,
    charset: 'ascii',
    logLevel: 'silent',
  });
  return JSON.stringify(outputFiles.map(({ text }) => text.trim()).join(''));
};

/** A function can't bundle for a browser while it runs, so the pages' scripts are part of its code as texts. */
export const pageScriptsModule = async (): Promise<string> => {
  const code = `// Made by \`npm run generate\` from lambdas/connect/browser. Do not edit.

/** The content security policies of the pages name their scripts by hashes. */
export const signUpScript = ${await bundled('sign-up')};

export const progressScript = ${await bundled('progress')};
`;
  return format(code, { ...(await resolveConfig(`${folder}sign-up.ts`)), parser: 'typescript' });
};
