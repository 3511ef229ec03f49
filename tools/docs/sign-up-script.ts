import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { format, resolveConfig } from 'prettier';

const entry = fileURLToPath(new URL('../../lambdas/connect/browser/sign-up.ts', import.meta.url));

/** The script as one line, for the browsers that the platform's sign-up supports. */
const bundled = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2020',
    minify: true,
    charset: 'ascii',
    logLevel: 'silent',
  });
  return outputFiles.map(({ text }) => text.trim()).join('');
};

/** A function can't bundle for a browser while it runs, so the page's script is part of its code as a text. */
export const signUpScriptModule = async (): Promise<string> => {
  const code = `// Made by \`npm run docs\` from lambdas/connect/browser. Do not edit.

/** The page's content security policy names the script by its hash. */
export const signUpScript =
  ${JSON.stringify(await bundled())};
`;
  return format(code, { ...(await resolveConfig(entry)), parser: 'typescript' });
};
