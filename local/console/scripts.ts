import path from 'node:path';

const browser = path.join(import.meta.dirname, 'browser');

/** The scripts of the pages, each one module, from TypeScript. */
export const bundleScripts = async (): Promise<{ readonly console: string; readonly explorer: string }> => {
  // Only who opens the console waits for it.
  const { build, stop } = await import('esbuild');
  const bundle = async (name: string): Promise<string> => {
    const { outputFiles } = await build({
      entryPoints: [path.join(browser, name)],
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      logLevel: 'silent',
    });
    return outputFiles.map(({ text }) => text).join('');
  };
  try {
    const [console, explorer] = await Promise.all([bundle('console.ts'), bundle('explorer.ts')]);
    return { console, explorer };
  } finally {
    // Its process would stay as long as the stack.
    await stop();
  }
};

/** The API reference's own script of 4 MB, which its plugin for Fastify carries within itself. */
export const bundleExplorer = async (): Promise<string> => {
  const [{ fastify }, { default: reference }] = await Promise.all([
    import('fastify'),
    import('@scalar/fastify-api-reference'),
  ]);
  const app = fastify();
  await app.register(reference, { routePrefix: '/reference', configuration: { url: '/openapi.json' } });
  const { statusCode, payload } = await app.inject('/reference/js/scalar.js');
  await app.close();
  if (statusCode !== 200) throw new Error(`the API reference has no script: ${statusCode}`);
  return payload;
};
