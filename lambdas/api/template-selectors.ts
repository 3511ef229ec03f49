import type { TemplateFilter } from '../domain/template.ts';
import { oneOf, optionalText, rule, text } from './fields.ts';

/** The selectors of templates in a business account. Their values are the platform's own. */
export const templateQuery = {
  template_id: optionalText(text(1, 100)),
  template_name: optionalText(text(1, 512)),
  language: optionalText(text(1, 100)),
};

interface Given {
  readonly template_id?: string | null | undefined;
  readonly template_name?: string | null | undefined;
  readonly language?: string | null | undefined;
  readonly status?: string | null | undefined;
}

const isGiven = (value: string | null | undefined): boolean => value !== null && value !== undefined;

/** Templates of several languages share a name. */
export const nameNeedsLanguage = rule<Given>(
  'required',
  'is required beside template_name',
  (given) => !isGiven(given.template_name) || isGiven(given.language),
  { field: 'language', schema: { dependentRequired: { template_name: ['language'] } } },
);

export const nameOrId = rule<Given>(
  'selector',
  'must not stand beside template_id',
  (given) => !(isGiven(given.template_name) && isGiven(given.template_id)),
  { field: 'template_name', schema: { not: { required: ['template_id', 'template_name'] } } },
);

export const nameOrIdRequired = oneOf(
  ['template_id', 'template_name'],
  'needs template_id, or template_name with language',
);

export const filterOf = (given: Given): TemplateFilter => ({
  template_id: given.template_id ?? undefined,
  template_name: given.template_name ?? undefined,
  language: given.language ?? undefined,
  status: given.status ?? undefined,
});
