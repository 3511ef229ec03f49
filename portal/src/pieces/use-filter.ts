import { useEffect, useState } from 'react';
import { useKept } from './use-kept.ts';
import { useParameter } from './use-parameter.ts';

/**
 * A filter of a page that the address has, so that the view can be shared and found again. Only for values of a closed list:
 * what a member types may be personal, and no address has it.
 * @param place what the value is kept under while the portal is open; it is put into an address that lacks it when the page is opened
 * @param name in the address
 * @param values the possible ones; the first is the one without a filter, which no address has
 */
export const useFilter = <Value extends string>(
  place: string,
  name: string,
  values: readonly [Value, ...Value[]],
): readonly [Value, (value: Value) => void] => {
  const [none] = values;
  const [parameter, setParameter] = useParameter(name, none);
  const [kept, setKept] = useKept(place, none);
  const given = values.find((one) => one === parameter);
  const [isOpening, setIsOpening] = useState(true);
  // Later, an address without it is one that the way back led to.
  const value = given ?? values.find((one) => isOpening && one === kept) ?? none;
  const put = (next: Value): void => {
    setKept(next);
    setParameter(next);
  };
  useEffect(() => {
    setIsOpening(false);
    if (value !== kept || (given === undefined && value !== none)) put(value);
  }, [value]);
  return [value, put];
};
