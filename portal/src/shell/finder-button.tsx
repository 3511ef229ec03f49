import Icon from '@cloudscape-design/components/icon';
import { lazy, Suspense, useEffect, useState, type ReactElement } from 'react';
import { useTexts } from '../texts/texts.ts';

const load = async () => ({ default: (await import('../finder/finder.tsx')).Finder });
// The search is loaded when it is opened, or about to be.
const Finder = lazy(load);

const preload = (): void => {
  load().catch(() => undefined);
};

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Whether a key opens the search: not over a dialog, whose work would be lost. */
const opens = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' &&
  (isMac ? event.metaKey : event.ctrlKey) &&
  !event.altKey &&
  !event.shiftKey &&
  document.querySelector('[role=dialog]') === null;

/** Opens the search, as its keys do on every page. */
export const FinderButton = (): ReactElement => {
  const { finder } = useTexts();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (!opens(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', pressed);
    return () => {
      removeEventListener('keydown', pressed);
    };
  }, []);
  return (
    <>
      <button
        type="button"
        className="shell-finder"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => {
          setOpen(true);
        }}
      >
        <Icon name="search" />
        <span className="shell-finder-name">{finder.title}</span>
        <kbd aria-hidden>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <Finder
            close={() => {
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
};
