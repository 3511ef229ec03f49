import { partnerScope, type Key } from '../table/keys.ts';

/** The end of the sort key of an import's last item. */
export const endOfImport = '#END';

/** The beginning of the sort keys of waiting rows. */
export const waitingPrefix = 'R#';

const queueOf = (partnerId: string): string => `${partnerScope(partnerId)}#IMPORTS`;

/** The keys of imports of customers. */
export const importKeys = {
  /** A partner's imports as work, beside the rows that wait. */
  head: (partnerId: string): Key => ({ pk: queueOf(partnerId), sk: 'HEAD' }),
  /** Rows that wait. They sort by import, and so by time. */
  batch: (partnerId: string, importId: string, number: number): Key => ({
    pk: queueOf(partnerId),
    sk: `${waitingPrefix}${importId}#${String(number).padStart(4, '0')}`,
  }),
  /** Sorts after the batches of the import. */
  end: (partnerId: string, importId: string): Key => ({
    pk: queueOf(partnerId),
    sk: `${waitingPrefix}${importId}${endOfImport}`,
  }),
  import: (partnerId: string, importId: string): Key => ({ pk: `${partnerScope(partnerId)}#IMPORT`, sk: importId }),
  /** What became of some rows. */
  result: (partnerId: string, importId: string, name: string): Key => ({
    pk: `${partnerScope(partnerId)}#IMPORT#${importId}`,
    sk: name,
  }),
} as const;

/** The batch that a sort key names. */
export const batchIn = (sk: string): { readonly importId: string; readonly number: number } => {
  const [, importId = '', number = ''] = sk.split('#');
  return { importId, number: Number(number) };
};
