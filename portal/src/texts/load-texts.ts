import type { I18nProviderProps } from '@cloudscape-design/components/i18n';
import type { Language } from './languages.ts';
import type { Texts } from './texts.ts';

export interface LoadedTexts {
  readonly texts: Texts;
  /** Those of the components. */
  readonly messages: I18nProviderProps.Messages;
}

/** Loads the texts of one language only. */
export const loadTexts = async (language: Language): Promise<LoadedTexts> => {
  switch (language) {
    case 'en': {
      const [{ en }, { default: messages }] = await Promise.all([
        import('./en.ts'),
        import('@cloudscape-design/components/i18n/messages/all.en'),
      ]);
      return { texts: en, messages };
    }
    case 'pt-BR': {
      const [{ ptBr }, { default: messages }] = await Promise.all([
        import('./pt-br.ts'),
        import('@cloudscape-design/components/i18n/messages/all.pt-BR'),
      ]);
      return { texts: ptBr, messages };
    }
  }
};
