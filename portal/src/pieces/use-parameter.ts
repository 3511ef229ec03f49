import { useLocation, useSearchParams } from 'wouter';

/** @param isStep whether the way back leads to what was there before */
type Put = (value: string, isStep?: boolean) => void;

/**
 * A parameter of the address; null when the address lacks it.
 * @param usual the value that no address has
 */
export const useParameter = (name: string, usual: string): readonly [string | null, Put] => {
  const [search] = useSearchParams();
  const [path, navigate] = useLocation();
  const { pathname } = location;
  return [
    search.get(name),
    (value, isStep = false) => {
      // What is put when typing pauses may come after the page was left.
      if (location.pathname !== pathname) return;
      // Another parameter may have been put since the page was drawn.
      const after = new URLSearchParams(location.search);
      if (value === usual) after.delete(name);
      else after.set(name, value);
      navigate(after.size === 0 ? path : `${path}?${after.toString()}`, { replace: !isStep });
    },
  ];
};
