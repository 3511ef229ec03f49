/** Markup in which every external text is escaped. */
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

/** A piece of HTML. It escapes its contents for text and for attributes in double quotes, except markup. */
export const html = (pieces: TemplateStringsArray, ...contents: readonly Content[]): Markup =>
  new Markup(String.raw({ raw: pieces }, ...contents.map(textOf)));

/** A sentence with names in it. Other than in `html`, prettier leaves its line as it is. */
export const phrase = html;
