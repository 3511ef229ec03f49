import { useSearchParams } from 'wouter';

/**
 * A parameter of the address; null when the address lacks it.
 * @param usual the value that no address has
 */
export const useParameter = (name: string, usual: string): readonly [string | null, (value: string) => void] => {
  const [search, setSearch] = useSearchParams();
  return [
    search.get(name),
    (value) => {
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          if (value === usual) after.delete(name);
          else after.set(name, value);
          return after;
        },
        { replace: true },
      );
    },
  ];
};
