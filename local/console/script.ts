import path from 'node:path';

/** The page's script, bundled from TypeScript into one module. */
export const bundleScript = async (): Promise<string> => {
  // Imported here, so that only a request of the console waits for it.
  const { build, stop } = await import('esbuild');
  try {
    const { outputFiles } = await build({
      entryPoints: [path.join(import.meta.dirname, 'browser/console.ts')],
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      logLevel: 'silent',
    });
    return outputFiles.map(({ text }) => text).join('');
  } finally {
    // Otherwise its process would run as long as the stack.
    await stop();
  }
};
