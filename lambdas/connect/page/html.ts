/** Markup in which everything that came from outside was escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = string | Markup | readonly Markup[] | null;

// https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html#output-encoding-for-html-contexts
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const textOf = (content: Content): string => {
  if (content === null) return '';
  if (typeof content === 'string') return escape(content);
  return content instanceof Markup ? content.text : content.map(({ text }) => text).join('');
};

/** A piece of HTML: what is put in is escaped, for text and for attributes in double quotes, unless it is markup itself. */
export const html = (pieces: TemplateStringsArray, ...contents: readonly Content[]): Markup =>
  new Markup(String.raw({ raw: pieces }, ...contents.map(textOf)));
