import Flashbar from '@cloudscape-design/components/flashbar';
import { useCallback, useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { FlashContext } from '../api/flash-context.ts';
import { useTexts } from '../texts/texts.ts';

/** Milliseconds. */
const shownFor = 10_000;

interface Flash {
  readonly id: number;
  readonly text: string;
}

/** Shows what succeeded last, above the page and wherever it is scrolled to, for some seconds. */
export const Flashes = ({ children }: { readonly children: ReactNode }): ReactElement => {
  const { words } = useTexts();
  const [flash, setFlash] = useState<Flash | null>(null);
  const say = useCallback((text: string) => {
    setFlash((last) => ({ id: (last?.id ?? 0) + 1, text }));
  }, []);
  useEffect(() => {
    if (flash === null) return undefined;
    const timer = setTimeout(() => {
      setFlash(null);
    }, shownFor);
    return () => {
      clearTimeout(timer);
    };
  }, [flash]);
  return (
    <FlashContext value={say}>
      <div className={flash === null ? 'flashes' : 'flashes flashes-shown'}>
        <Flashbar
          items={
            flash === null
              ? []
              : [
                  {
                    id: String(flash.id),
                    type: 'success',
                    content: flash.text,
                    ariaRole: 'status',
                    dismissible: true,
                    dismissLabel: words.close,
                    onDismiss: () => {
                      setFlash(null);
                    },
                  },
                ]
          }
        />
      </div>
      {children}
    </FlashContext>
  );
};
