/** The languages that the portal speaks. */
export const languages = ['en', 'pt-BR'] as const;
export type Language = (typeof languages)[number];
