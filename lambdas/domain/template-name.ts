import { isTroubled, type TemplateRow } from './template.ts';

/** A template with the business account that has it. */
export interface PlacedTemplate {
  readonly wabaId: string;
  readonly row: Pick<TemplateRow, 'name' | 'language' | 'category' | 'status' | 'rejected_reason'>;
}

/** Templates of a name that are alike in all but their account. */
export interface TemplateVariant {
  readonly language: string;
  readonly category: string | null;
  readonly status: string | null;
  readonly rejected_reason: string | null;
  readonly accounts: number;
  readonly platform_waba_ids: readonly string[];
}

/** The templates of a name in all business accounts. Accounts are counted once, whatever languages they have. */
export interface TemplateName {
  readonly name: string;
  readonly accounts: number;
  /** Accounts in which one of them cannot be sent, or soon not any more. */
  readonly troubled: number;
  readonly statuses: readonly { readonly status: string | null; readonly accounts: number }[];
  readonly variants: readonly TemplateVariant[];
}

const groupedBy = <T>(all: readonly T[], keyOf: (one: T) => string): readonly (readonly [T, ...T[]])[] => {
  const groups = new Map<string, [T, ...T[]]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return Array.from(groups.values());
};

const accountsOf = (placed: readonly PlacedTemplate[]): readonly string[] =>
  Array.from(new Set(placed.map(({ wabaId }) => wabaId)));

const byLanguage = (left: TemplateVariant, right: TemplateVariant): number =>
  left.language === right.language ? right.accounts - left.accounts : left.language < right.language ? -1 : 1;

/** @param mostIds as many accounts of a variant are named */
const variantsOf = (placed: readonly PlacedTemplate[], mostIds: number): readonly TemplateVariant[] =>
  groupedBy(placed, ({ row }) => JSON.stringify([row.language, row.category, row.status, row.rejected_reason]))
    .map((alike) => {
      const { language, category, status, rejected_reason } = alike[0].row;
      const ids = accountsOf(alike);
      return {
        language,
        category,
        status,
        rejected_reason,
        accounts: ids.length,
        platform_waba_ids: ids.slice(0, mostIds),
      };
    })
    .toSorted(byLanguage);

/** @param placed templates of one name */
export const templateName = (
  placed: readonly [PlacedTemplate, ...PlacedTemplate[]],
  mostIds: number,
): TemplateName => ({
  name: placed[0].row.name,
  accounts: accountsOf(placed).length,
  troubled: accountsOf(placed.filter(({ row }) => isTroubled(row))).length,
  statuses: groupedBy(placed, ({ row }) => JSON.stringify(row.status))
    .map((alike) => ({ status: alike[0].row.status, accounts: accountsOf(alike).length }))
    .toSorted((left, right) => right.accounts - left.accounts),
  variants: variantsOf(placed, mostIds),
});

/** Templates by their names, in no order. */
export const byName = (
  placed: readonly PlacedTemplate[],
): readonly (readonly [PlacedTemplate, ...PlacedTemplate[]])[] => groupedBy(placed, ({ row }) => row.name);
