import type { Template } from '../../../../packages/client/src/schemas.ts';
import type { Texts } from '../../texts/texts.ts';

/** Why a template cannot be sent; empty when it can, or nothing more than its status is known. */
export const whyUnusable = (
  { templates }: Pick<Texts, 'templates'>,
  { status, rejected_reason: reason }: Pick<Template, 'status' | 'rejected_reason'>,
): string => {
  if (status === 'APPROVED') return '';
  const why = templates.whys[status ?? ''];
  // The platform says NONE of a template that it did not reject.
  const isNamed = reason !== null && (reason !== 'NONE' || why === undefined);
  const said = isNamed ? (templates.reasons[reason] ?? templates.unknownReason(reason)) : null;
  return [said, why].filter((text) => text !== null && text !== undefined).join(' ');
};
