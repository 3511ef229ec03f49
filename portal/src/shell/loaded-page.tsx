import { lazy, useState, type ComponentType, type ReactElement } from 'react';

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

interface LoadedPage<Props> {
  readonly Page: (props: Props) => ReactElement;
  /** Begins to load the page, or waits until it is loaded. A page that cannot be loaded fails when it is opened. */
  readonly preload: () => Promise<void>;
}

/**
 * A page that is loaded when it is opened. One that is there already is shown at once: React would show the fallback of
 * `lazy` first, and leave it for 300 ms.
 */
export const loadedPage = <Props extends object>(load: Load<Props>): LoadedPage<Props> => {
  let loaded: ComponentType<Props> | null = null;
  const loadAndKeep: Load<Props> = async () => {
    const found = await load();
    loaded = found.default;
    return found;
  };
  const Later = lazy(loadAndKeep);
  const Page = (props: Props): ReactElement => {
    const [Now] = useState(() => loaded);
    return Now === null ? <Later {...props} /> : <Now {...props} />;
  };
  return { Page, preload: () => loadAndKeep().then(noMatter, noMatter) };
};

const noMatter = (): void => undefined;
