import { freshId, type GivenTemplate } from './template-scene.ts';

const languages = ['ar', 'de', 'en', 'en_US', 'es', 'es_MX', 'fr', 'hi', 'id', 'it', 'pt_BR', 'tr'];

/** `count` templates in 12 languages, all with different texts. */
export const manyTemplates = (count: number): readonly GivenTemplate[] =>
  Array.from({ length: count }, (_, index) => ({
    id: freshId(),
    name: `template_${Math.floor(index / languages.length)}`,
    language: languages[index % languages.length] ?? 'en',
    category: index % 3 === 0 ? 'MARKETING' : 'UTILITY',
    status: index % 10 === 0 ? 'REJECTED' : 'APPROVED',
    components: [
      {
        type: 'BODY',
        text: `Hello {{1}}, your order ${index} of {{2}} is on its way`,
        example: { body_text: [['A', 'B']] },
      },
      { type: 'FOOTER', text: 'Reply STOP to unsubscribe' },
    ],
  }));

/** Pseudo-random numbers in [0, 1), the same in every run. https://en.wikipedia.org/wiki/Linear_congruential_generator */
const dice = (): (() => number) => {
  let state = 42;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
};

/** The same templates, each with about 600 more characters that do not compress well. */
export const wordyTemplates = (count: number): readonly GivenTemplate[] => {
  const roll = dice();
  const word = (): string => Math.floor(roll() ** 3 * 40_000 + 36).toString(36);
  const words = (length: number): string => Array.from({ length }, word).join(' ');
  return manyTemplates(count).map((template) => ({
    ...template,
    id: String(Math.floor(roll() * 9e15)).padStart(16, '1'),
    name: `${word()}_${template.name}`,
    components: [
      { type: 'HEADER', format: 'TEXT', text: words(6) },
      { type: 'BODY', text: `${words(75)} {{1}}`, example: { body_text: [[words(2)]] } },
      { type: 'FOOTER', text: words(8) },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'URL', text: words(2), url: `https://shop.example/${word()}/{{1}}`, example: [word()] },
          { type: 'QUICK_REPLY', text: words(2) },
        ],
      },
    ],
  }));
};
