import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { useTexts } from '../texts/texts.ts';
import { useFoundPages } from './found-pages.ts';
import './finder.css';
import type { Option } from './option.ts';
import { OptionGroup } from './option-group.tsx';
import { useFound } from './use-found.ts';

/** The place of the option that a key leads to, round and round. */
const placeAfter = (key: string, place: number, count: number): number | null => {
  switch (key) {
    case 'ArrowDown':
      return (place + 1) % count;
    case 'ArrowUp':
      return (place - 1 + count) % count;
    default:
      return null;
  }
};

/** How the search goes, for all who read it. */
const useStatus = (isSearching: boolean, isPartial: boolean, count: number): string => {
  const { finder, words } = useTexts();
  if (isSearching) return finder.searching;
  const found = count === 0 ? words.noMatches : count === 1 ? words.results1 : words.results(String(count));
  return isPartial ? `${found}. ${words.partlyLoaded}.` : found;
};

interface Choice {
  readonly active: Option | undefined;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** After the term has changed. */
  readonly begin: () => void;
}

interface Choosing {
  readonly options: readonly Option[];
  readonly isSearching: boolean;
  readonly idOf: (option: Option) => string;
  readonly open: (option: Option) => void;
}

/** The active option, which arrow keys change and Enter opens. */
const useChoice = ({ options, isSearching, idOf, open }: Choosing): Choice => {
  const [place, setPlace] = useState(0);
  // Enter was pressed before the answers came.
  const [isAwaited, setAwaited] = useState(false);
  const active = options[Math.min(place, options.length - 1)];
  useEffect(() => {
    if (!isAwaited || isSearching) return;
    setAwaited(false);
    if (active !== undefined) open(active);
  });
  const enter = (): void => {
    if (isSearching) setAwaited(true);
    else if (active !== undefined) open(active);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter and arrows that choose a word of an input method are its own.
    if (event.nativeEvent.isComposing) return;
    const next = options.length === 0 ? null : placeAfter(event.key, place, options.length);
    if (event.key !== 'Enter' && next === null) return;
    event.preventDefault();
    if (next === null) {
      enter();
      return;
    }
    setPlace(next);
    const option = options[next];
    if (option !== undefined) document.getElementById(idOf(option))?.scrollIntoView({ block: 'nearest' });
  };
  const begin = (): void => {
    setPlace(0);
    setAwaited(false);
  };
  return { active, onKeyDown, begin };
};

interface Shown {
  readonly name: string;
  readonly options: readonly Option[];
  readonly total: number | null;
}

/** What a term names, under its kinds: pages first, which are there at once. */
const useShown = (term: string): { readonly groups: readonly Shown[]; readonly found: ReturnType<typeof useFound> } => {
  const { finder, shell } = useTexts();
  const found = useFound(term);
  const pages = useFoundPages(term);
  const groups = [
    ...(pages.length === 0 ? [] : [{ name: shell.navigation, options: pages, total: pages.length }]),
    ...(found?.groups ?? []).map(({ kind, ...group }) => ({ name: finder.kinds[kind], ...group })),
  ];
  return { groups, found };
};

interface FieldProps extends Choice {
  readonly id: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

const Field = ({ id, active, onKeyDown, begin, typed, onType }: FieldProps): ReactElement => {
  const { finder } = useTexts();
  return (
    <input
      className="finder-field"
      type="text"
      inputMode="search"
      role="combobox"
      aria-label={finder.field}
      aria-expanded={active !== undefined}
      aria-controls={`${id}options`}
      aria-autocomplete="list"
      aria-activedescendant={active === undefined ? undefined : `${id}${active.path}`}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      placeholder={finder.field}
      value={typed}
      onChange={({ target }) => {
        onType(target.value);
        begin();
      }}
      onKeyDown={onKeyDown}
    />
  );
};

/**
 * One search for everything that has a number, a name or an id, and for the pages. The field keeps the focus; arrow keys move the
 * active option: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export const Finder = ({ close }: { readonly close: () => void }): ReactElement => {
  const { finder } = useTexts();
  const [, navigate] = useLocation();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const term = typed.trim();
  const { groups, found } = useShown(term);
  const options = groups.flatMap((group) => group.options);
  const isSearching = found === null;
  const status = useStatus(isSearching, found?.isPartial ?? false, options.length);
  const open = ({ path }: Option): void => {
    // The focus goes back first, and then to the heading of the page.
    dialog.current?.close();
    navigate(path);
  };
  const choice = useChoice({ options, isSearching, open, idOf: ({ path }) => `${id}${path}` });
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="finder"
      aria-label={finder.title}
      onClose={close}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close();
      }}
    >
      <div className="finder-inside">
        <Field id={id} {...choice} typed={typed} onType={setTyped} />
        <div id={`${id}options`} role="listbox" aria-label={finder.found} className="finder-options">
          {groups.map((group) => (
            <OptionGroup key={group.name} id={id} {...group} active={choice.active} open={open} />
          ))}
        </div>
        <div className="finder-foot">
          <span role="status">{status}</span>
          <span className={term === '' ? undefined : 'finder-keys'}>{term === '' ? finder.hint : finder.keys}</span>
        </div>
      </div>
    </dialog>
  );
};
