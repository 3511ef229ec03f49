import type { TemplateName } from '../../../../packages/client/src/schemas.ts';
import { isTroubled, rankOf } from './template-order.ts';

type Variant = TemplateName['variants'][number];

export const templateNamePath = (name: string): string => `/templates/${encodeURIComponent(name)}`;

/** What cannot be sent first. */
export const worstFirst = <One extends Pick<Variant, 'status' | 'accounts'>>(all: readonly One[]): readonly One[] =>
  all.toSorted((one, other) => rankOf(one.status) - rankOf(other.status) || other.accounts - one.accounts);

/** The templates of a name that cannot be sent, in most accounts; null when all can. */
export const worstOf = ({ variants }: Pick<TemplateName, 'variants'>): Variant | null =>
  worstFirst(variants.filter(isTroubled))[0] ?? null;

export const languagesOf = ({ variants }: Pick<TemplateName, 'variants'>): readonly string[] =>
  Array.from(new Set(variants.map(({ language }) => language)));
