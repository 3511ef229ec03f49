import { tmpdir } from 'node:os';
import { expect, test } from '@jest/globals';
import { createMarkdownRenderer, disposeMdItInstance } from 'vitepress';
import { createCodeStyles } from '../../tools/site/vitepress/code-styles.ts';

const pages = ['const a = "text"; // comment', 'f(1, /x/, null)', 'class A extends B<number> {}'];

const stylesOf = async (codes: readonly string[]) => {
  const styles = createCodeStyles();
  const theme = { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } as const;
  const markdown = await createMarkdownRenderer(tmpdir(), { theme, codeTransformers: [styles.transformer] });
  let html = '';
  for (const code of codes) html += await markdown.renderAsync(`\`\`\`ts\n${code}\n\`\`\`\n`);
  // VitePress keeps one renderer.
  disposeMdItInstance();
  return { css: styles.css(), html };
};

test('the rules of code are the same file in whatever order pages are read', async () => {
  const { css, html } = await stylesOf(pages);
  expect((await stylesOf(pages.toReversed())).css).toBe(css);
  const classes = new Set(html.match(/\bcode-\w+/g));
  expect(classes.size).toBeGreaterThan(3);
  expect(css.match(/\bcode-\w+(?=\{)/g)).toEqual(Array.from(classes).toSorted());
  expect(html).not.toContain('style=');
});

test('code is coloured to its end, however long a line takes on a busy machine', async () => {
  const limits: unknown[] = [];
  const seen = {
    preprocess: (_code: string, { tokenizeTimeLimit }: { readonly tokenizeTimeLimit?: number }) => {
      limits.push(tokenizeTimeLimit);
    },
  };
  const codeTransformers = [createCodeStyles().transformer, seen];
  const markdown = await createMarkdownRenderer(tmpdir(), { theme: 'github-light', codeTransformers });
  await markdown.renderAsync('```ts\nconst a = 1;\n```\n');
  disposeMdItInstance();
  // 0 is no limit. Shiki's default is 500 ms.
  expect(limits).toEqual([0]);
});
