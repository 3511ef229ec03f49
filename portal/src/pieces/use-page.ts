import { useParameter } from './use-parameter.ts';

/** The page of a list, from 1. The address has it, so that the way back from a row leads to it. @param name of several on one page */
export const usePage = (name = 'page'): readonly [number, (page: number, isStep?: boolean) => void] => {
  const [given, put] = useParameter(name, '1');
  const page = /^[1-9]\d{0,5}$/.test(given ?? '') ? Number(given) : 1;
  return [
    page,
    (next, isStep) => {
      put(String(next), isStep);
    },
  ];
};
