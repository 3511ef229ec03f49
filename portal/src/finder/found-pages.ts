import { useMember } from '../api/member.ts';
import { places } from '../shell/places.ts';
import { usePlaceNames } from '../shell/use-place-names.ts';
import { useTexts } from '../texts/texts.ts';
import type { Option } from './option.ts';

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const wordsOf = (text: string): readonly string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether each word of the term begins a word of the name. */
export const isNamed = (name: string, term: string): boolean => {
  const words = wordsOf(name);
  return wordsOf(term).every((part) => words.some((word) => word.startsWith(part)));
};

/** The pages that a term names, or all without one; none that the member may not see. */
export const useFoundPages = (term: string): readonly Option[] => {
  const { scopes } = useMember().member;
  const nameOf = usePlaceNames();
  const { imports, lines } = useTexts();
  const seen = places
    .filter(({ scope }) => scope === null || scopes.includes(scope))
    .map(({ name, path }) => [path, nameOf(name)] as const);
  const begun = [
    ...(scopes.includes('instances.write')
      ? [['/lines/new', lines.new] as const, ['/lines/reminders', lines.remindersOpen] as const]
      : []),
    ...(scopes.includes('customers.write') ? [['/customers/import', imports.title] as const] : []),
  ];
  return [...seen, ...begun]
    .filter(([, name]) => isNamed(name, term))
    .map(([path, title]) => ({ id: path, title, details: [], path }));
};
