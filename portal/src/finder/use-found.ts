import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useClient } from '../api/client-context.ts';
import { useMember, type Scope } from '../api/member.ts';
import { useFormats } from '../pieces/use-formats.ts';
import { useTexts } from '../texts/texts.ts';
import { finds, type Asking, type FoundItems } from './finds.ts';
import { kinds, kindsOf, type Kind } from './kind.ts';
import { optionOf, type Option, type Said } from './option.ts';

/** What was found of one kind. */
interface Group {
  readonly kind: Kind;
  readonly options: readonly Option[];
  readonly total: number | null;
  readonly isPartial: boolean;
}

interface Found {
  readonly groups: readonly Group[];
  /** Whether some route gave no answer, or not all of it. */
  readonly isPartial: boolean;
}

/** Milliseconds after the last key. */
const pause = 250;

/** The term when typing pauses. */
const usePaused = (term: string): string => {
  const [paused, setPaused] = useState(term);
  useEffect(() => {
    const timer = setTimeout(() => {
      setPaused(term);
    }, pause);
    return () => {
      clearTimeout(timer);
    };
  }, [term]);
  return paused;
};

/** The kinds that a term may name and whose routes the member may call. */
export const askedKinds = (term: string, scopes: readonly Scope[]): readonly Kind[] => {
  const named = kindsOf(term);
  return kinds.filter((kind) => named.has(kind) && scopes.includes(finds[kind].scope));
};

type Search = Said & Asking;

/** How options are found that are made of records. */
const searchOf =
  <Item>(find: (asking: Asking) => Promise<FoundItems<Item>>, option: (item: Item, said: Said) => Option) =>
  async ({ texts, formats, ...asking }: Search): Promise<Omit<Group, 'kind'>> => {
    const { items, total, isPartial = false } = await find(asking);
    return { total, isPartial, options: items.map((item) => option(item, { texts, formats })) };
  };

const searches: Readonly<Record<Kind, ReturnType<typeof searchOf>>> = {
  customers: searchOf(finds.customers.find, optionOf.customers),
  lines: searchOf(finds.lines.find, optionOf.lines),
  templates: searchOf(finds.templates.find, optionOf.templates),
  messages: searchOf(finds.messages.find, optionOf.messages),
  events: searchOf(finds.events.find, optionOf.events),
  keys: searchOf(finds.keys.find, optionOf.keys),
  acts: searchOf(finds.acts.find, optionOf.acts),
};

/** Asks the routes of all kinds at once: what comes later would move what is about to be chosen. */
const findAll = async (asked: readonly Kind[], search: Search): Promise<Found> => {
  const answers = await Promise.allSettled(asked.map(async (kind) => ({ kind, ...(await searches[kind](search)) })));
  search.signal.throwIfAborted();
  const groups = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  return {
    groups: groups.filter(({ options }) => options.length > 0),
    isPartial: groups.length < asked.length || groups.some(({ isPartial }) => isPartial),
  };
};

const nothing: Found = { groups: [], isPartial: false };

/** What a term names. Null while it is not known; calls end when typing goes on. */
export const useFound = (term: string): Found | null => {
  const client = useClient();
  const [texts, formats] = [useTexts(), useFormats()];
  const { scopes } = useMember().member;
  const paused = usePaused(term);
  const asked = askedKinds(paused, scopes);
  const { data } = useQuery({
    queryKey: ['found', paused],
    queryFn: ({ signal }) => findAll(asked, { client, term: paused, signal, texts, formats }),
    enabled: asked.length > 0,
  });
  if (askedKinds(term, scopes).length === 0) return nothing;
  return paused === term ? (data ?? null) : null;
};
