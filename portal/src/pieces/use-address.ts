import { useParameter } from './use-parameter.ts';

/**
 * A filter in the address, which can be shared and is found again. It must not be personal: browsers keep addresses.
 * The usual value stands in no address.
 */
export const useAddress = (name: string, usual = ''): readonly [string, ReturnType<typeof useParameter>[1]] => {
  const [given, put] = useParameter(name, usual);
  return [given ?? usual, put];
};
