/** A piece of a message's text, as the recipient sees it. */
export type Piece =
  | { readonly is: 'text'; readonly text: string }
  /** A variable with its example. */
  | { readonly is: 'filled'; readonly text: string; readonly variable: string }
  | { readonly is: 'strong' | 'em' | 's' | 'code'; readonly inside: readonly Piece[] };

/**
 * Marks stand around words, and nothing that they enclose begins or ends with a space.
 * https://faq.whatsapp.com/539178204879377
 */
const marks =
  /```(?<block>[\s\S]+?)```|`(?<code>[^`\n]+)`|(?<![\p{L}\p{N}*])\*(?<strong>[^\s*](?:[^*\n]*[^\s*])?)\*(?![\p{L}\p{N}*])|(?<![\p{L}\p{N}_])_(?<em>[^\s_](?:[^_\n]*[^\s_])?)_(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}~])~(?<s>[^\s~](?:[^~\n]*[^\s~])?)~(?![\p{L}\p{N}~])/u;

const variable = /\{\{\s*(?<name>\w+)\s*\}\}/;

type Examples = ReadonlyMap<string, string>;

const filled = (text: string, examples: Examples): readonly Piece[] => {
  const found = variable.exec(text);
  if (found === null) return text === '' ? [] : [{ is: 'text', text }];
  const [whole] = found;
  const example = examples.get(found.groups?.['name'] ?? '');
  const before = text.slice(0, found.index);
  return [
    ...(before === '' ? [] : [{ is: 'text', text: before } as const]),
    example === undefined ? { is: 'text', text: whole } : { is: 'filled', text: example, variable: whole },
    ...filled(text.slice(found.index + whole.length), examples),
  ];
};

/** The variables of a text by their names are replaced after its marks are found: an example is text only. */
export const markedText = (text: string, examples: Examples): readonly Piece[] => {
  const found = marks.exec(text);
  if (found === null) return filled(text, examples);
  const { block, code, strong, em, s } = found.groups ?? {};
  const mono = block ?? code;
  const marked: Piece =
    mono !== undefined
      ? { is: 'code', inside: filled(mono, examples) }
      : strong !== undefined
        ? { is: 'strong', inside: markedText(strong, examples) }
        : em !== undefined
          ? { is: 'em', inside: markedText(em, examples) }
          : { is: 's', inside: markedText(s ?? '', examples) };
  return [
    ...filled(text.slice(0, found.index), examples),
    marked,
    ...markedText(text.slice(found.index + found[0].length), examples),
  ];
};
