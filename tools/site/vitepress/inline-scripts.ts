import { createHash } from 'node:crypto';

const inline = /<script id="([\w-]+)">([^]*?)<\/script>/g;

export interface InlineScripts {
  /** The page with a reference in place of each script inside it, because the policy allows files only. */
  moveOut(html: string, base: string): string;
  /** The scripts by the names of their files. */
  readonly files: ReadonlyMap<string, string>;
}

export const createInlineScripts = (): InlineScripts => {
  const files = new Map<string, string>();
  return {
    files,
    moveOut: (html, base) =>
      html.replaceAll(inline, (_script, id: string, text: string) => {
        const name = `${id}.${createHash('sha256').update(text).digest('hex').slice(0, 8)}.js`;
        files.set(name, text);
        return `<script src="${base}assets/${name}"></script>`;
      }),
  };
};
