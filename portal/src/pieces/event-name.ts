import type { Texts } from '../texts/texts.ts';

/** What a type of events is called; a new type is called by its own name. */
export const eventName = ({ webhook }: Texts, type: string): string => {
  const names: Readonly<Record<string, string | undefined>> = webhook.types;
  return names[type] ?? type;
};
