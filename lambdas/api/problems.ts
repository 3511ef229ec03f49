import type * as z from 'zod/mini';
import {
  mostProblems,
  refusalOf,
  refusedBy,
  shownPath,
  type Problem,
  type Refusal,
  type ServiceError,
} from '../kernel/errors.ts';

type Issue = z.core.$ZodIssue;

const pathOf = (issue: Issue): string =>
  issue.path.reduce<string>((path, part) => {
    if (typeof part === 'number') return `${path}[${part}]`;
    return path === '' ? String(part) : `${path}.${String(part)}`;
  }, '');

const unitOf = (origin: string, count: unknown): string => {
  const isOne = Number(count) === 1;
  if (origin === 'string') return isOne ? ' character' : ' characters';
  if (origin !== 'array' && origin !== 'object') return '';
  return isOne ? ' entry' : ' entries';
};

const kindOf: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  guid: 'a UUID',
  email: 'an e-mail address',
  url: 'a URI',
};

/** The broken rule: its name, and the end of a sentence for the message. */
const ruleOf = (issue: Issue): readonly [rule: string, must: string] => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? ['required', 'is required'] : ['type', `must be of type ${issue.expected}`];
    case 'too_small':
      return ['minimum', `must have at least ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`];
    case 'too_big':
      return ['maximum', `must have at most ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`];
    case 'invalid_format':
      return ['format', `must be ${kindOf[issue.format] ?? issue.message}`];
    case 'invalid_value':
      return ['enum', `must be one of ${issue.values.map(String).join(', ')}`];
    case 'not_multiple_of':
      return ['multiple', `must be a multiple of ${issue.divisor}`];
    case 'unrecognized_keys':
      return ['additional_properties', 'is not allowed here'];
    case 'invalid_union':
      return ['union', 'must have one of its allowed forms'];
    case 'invalid_key':
      return ['key', 'has a name that is not allowed'];
    case 'invalid_element':
      return ['element', 'has an entry that is not allowed'];
    case 'custom':
      return [typeof issue.params?.['rule'] === 'string' ? issue.params['rule'] : 'rule', issue.message];
  }
};

/** The paths that an issue is about: each unknown property is a problem of its own. */
const pathsOf = (issue: Issue, most: number): readonly string[] => {
  const path = pathOf(issue);
  if (issue.code !== 'unrecognized_keys') return [path];
  return issue.keys.slice(0, most).map((key) => (path === '' ? key : `${path}.${key}`));
};

const problemsOf = (issue: Issue, most: number): readonly Problem[] => {
  const [rule, must] = ruleOf(issue);
  return pathsOf(issue, most)
    .map(shownPath)
    .map((path) => ({ path, rule, message: `${path === '' ? 'the request' : path} ${must}` }));
};

const countOf = (issue: Issue): number => (issue.code === 'unrecognized_keys' ? issue.keys.length : 1);

/** What is wrong with an input: its first problems, and how many there are in all. */
export const refusalIn = ({ issues }: z.core.$ZodError): Refusal => {
  const [first, ...rest] = issues.slice(0, mostProblems).flatMap((issue) => problemsOf(issue, mostProblems));
  const count = issues.reduce((sum, issue) => sum + countOf(issue), 0);
  return refusalOf([first ?? { path: '', rule: 'rule', message: 'the request is not valid' }, ...rest], count);
};

/** The validation error of an input, with a problem for each field. */
export const explain = (error: z.core.$ZodError): ServiceError => refusedBy(refusalIn(error));

/** What is wrong with the `partner_id` that an entry of a batch gives: nothing, unless it is another partner's. */
export const otherPartner = (given: string | undefined, partnerId: string): Problem | null =>
  given === undefined || given.trim().toLowerCase() === partnerId
    ? null
    : { path: 'partner_id', rule: 'own', message: "partner_id must be the caller's own" };
