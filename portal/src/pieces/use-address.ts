import { useSearchParams } from 'wouter';

/**
 * A filter in the address, which can be shared and is found again. It must not be personal: browsers keep addresses.
 * The usual value stands in no address.
 */
export const useAddress = (name: string, usual = ''): readonly [string, (value: string) => void] => {
  const [search, setSearch] = useSearchParams();
  return [
    search.get(name) ?? usual,
    (value) => {
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === usual) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      );
    },
  ];
};
