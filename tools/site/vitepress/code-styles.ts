import { transformerStyleToClass } from '@shikijs/transformers';

export interface CodeStyles {
  /** Gives code classes in the place of `style` attributes, because the policy allows files only. */
  readonly transformer: ReturnType<typeof transformerStyleToClass>;
  /** The rules of the classes given. They are sorted, because VitePress reads pages in parallel, in no fixed order. */
  css(): string;
}

export const createCodeStyles = (): CodeStyles => {
  const styles = transformerStyleToClass({ classPrefix: 'code-' });
  return {
    transformer: {
      ...styles,
      // Without a limit of time, after which Shiki leaves the rest of a line plain: a busy machine would colour another page.
      preprocess: (_code, options) => {
        options.tokenizeTimeLimit = 0;
      },
    },
    css: () =>
      styles
        .getCSS()
        .split(/(?<=\})/)
        .toSorted()
        .join('\n'),
  };
};
