import { transformerStyleToClass } from '@shikijs/transformers';

export interface CodeStyles {
  /** Gives code classes in the place of `style` attributes, because the policy allows files only. */
  readonly transformer: ReturnType<typeof transformerStyleToClass>;
  /** The rules of the classes given. They are sorted, because VitePress reads pages in parallel, in no fixed order. */
  css(): string;
}

export const createCodeStyles = (): CodeStyles => {
  const transformer = transformerStyleToClass({ classPrefix: 'code-' });
  return {
    transformer,
    css: () =>
      transformer
        .getCSS()
        .split(/(?<=\})/)
        .toSorted()
        .join('\n'),
  };
};
