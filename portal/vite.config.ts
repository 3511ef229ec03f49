import path from 'node:path';
import { build, defineConfig, type Plugin } from 'vite';
import { logo, lookOf } from '../lambdas/kernel/look.ts';
import type * as theming from './theme.ts';

const themeId = 'virtual:theme.css';

/** Bundles theme.ts and runs it: Cloudscape's generator is written for bundlers, so that Node.js cannot import it. */
const loadTheme = async (): Promise<typeof theming> => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: path.join(import.meta.dirname, 'theme.ts'), write: false },
    ssr: { noExternal: true },
  });
  if (!('output' in built)) throw new Error('theme.ts gave no output');
  const { code } = built.output[0];
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as typeof theming;
};

/** Makes `virtual:theme.css` and the icon, and begins the first stylesheet with the look of all our pages. */
const theme = (): Plugin => ({
  name: 'theme',
  enforce: 'pre',
  resolveId: (id) => (id === themeId ? `\0${themeId}` : null),
  load: async (id) => (id === `\0${themeId}` ? (await loadTheme()).stylesheet : null),
  // The preview of a hosted page is light, as most of those who see the page have it.
  transform: (code, id) =>
    id.endsWith('/boot/boot.css') ? `${lookOf('html:has(> body.awsui-dark-mode)', ':root, .hosted')}${code}` : null,
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'icon.svg', source: logo });
  },
});

/** Of the layout and the top bar of Cloudscape, which the portal does not use: a tenth of its first styles. */
const unusedContext = /\.awsui-context-(app-layout|content-header|top-navigation)/;

/**
 * What is loaded together is one file each: a slow connection waits for every further request, not for bytes alone.
 * A group takes what its modules import, but for what a group of a higher priority has.
 */
const chunks = [
  { name: 'boot', tags: ['$initial' as const], priority: 4 },
  { name: 'early', test: /src[\\/](api[\\/]portal-client|shell[\\/](page-loads|first-calls))\.ts$/, priority: 3 },
  { name: 'en', test: /(texts[\\/]en\.ts|all\.en\.js)$/, priority: 3 },
  { name: 'pt-br', test: /(texts[\\/]pt-br\.ts|all\.pt-BR\.js)$/, priority: 3 },
  { name: 'shell', test: /src[\\/](shell[\\/]start|pages[\\/]overview[\\/]overview)\.tsx$/, priority: 2 },
  { name: 'lists', test: /src[\\/]pieces[\\/]listing\.tsx$/, priority: 1 },
  { name: 'pieces', minShareCount: 3 },
];

// A build is the same wherever it is made: tests of the stack set another one, with which React is larger.
process.env['NODE_ENV'] = 'production';

export default defineConfig({
  root: import.meta.dirname,
  base: '/portal/',
  appType: 'spa',
  plugins: [theme()],
  resolve: {
    alias: {
      // The parser of CSV for browsers: the other one is for Node.js.
      'csv-parse/sync': 'csv-parse/browser/esm/sync',
      // Cloudscape's messages are parsed already: https://formatjs.github.io/docs/guides/advanced-usage
      '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser',
    },
  },
  css: {
    postcss: {
      plugins: [
        {
          postcssPlugin: 'unused-contexts',
          Rule: (rule) => {
            const used = rule.selectors.filter((selector) => !unusedContext.test(selector));
            if (used.length === 0) rule.remove();
            else if (used.length < rule.selectors.length) rule.selectors = used;
          },
        },
      ],
    },
  },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy allows no scripts, styles or fonts in the page itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.md' },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunks } },
      onLog: (level, log, handle) => {
        // Cloudscape's components say that they run in browsers, as all of this does.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
});
