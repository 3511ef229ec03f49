import type { MarkdownRenderer } from 'vitepress';

const rule = 'container_code-group_open';

/** Names the tabs of code by their place in the page. VitePress names them by chance, which changes each page with each build. */
export const steadyIds = ({ renderer: { rules } }: MarkdownRenderer): void => {
  const open = rules[rule];
  if (open === undefined) throw new Error('VitePress renders groups of code in another way');
  rules[rule] = (tokens, index, ...others) => {
    const ids = new Map<string, string>();
    return open(tokens, index, ...others).replaceAll(/(?<=(?:name|id|for)="(?:group|tab)-)[\w-]+/g, (id) => {
      const steady = ids.get(id) ?? `${index}-${ids.size}`;
      ids.set(id, steady);
      return steady;
    });
  };
};
