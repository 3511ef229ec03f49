import type { Customer } from '../../../../packages/client/src/schemas.ts';

/** As many characters of the customer's id are in a key. */
const most = 60;

/** A key for the next line of a customer, of the characters that a key may have. The service says when it was used before. */
export const proposedKey = ({
  external_customer_id: id,
  instance_count: lines,
}: Pick<Customer, 'external_customer_id' | 'instance_count'>): string => {
  const plain = id
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w.:-]+/g, '-')
    .slice(0, most)
    .replaceAll(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');
  return `${plain === '' ? 'line' : plain}-${lines + 1}`;
};
