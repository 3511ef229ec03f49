import path from 'node:path';

const browser = path.join(import.meta.dirname, 'browser');

/** The scripts of the pages, each bundled from TypeScript into one module. */
export const bundleScripts = async (): Promise<{ readonly console: string; readonly explorer: string }> => {
  // Imported here, so that only a request of the console waits for it.
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
    // Otherwise its process would run as long as the stack.
    await stop();
  }
};

/** The API reference's script of 4 MB, which is part of its Fastify plugin. */
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
