import type * as z from 'zod/mini';
import { validationFailed, type Problem, type ServiceError } from '../kernel/errors.ts';

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
      return ['additional_properties', `must not have the properties ${issue.keys.join(', ')}`];
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

const problemsOf = (issue: Issue): readonly Problem[] => {
  const [rule, must] = ruleOf(issue);
  const path = pathOf(issue);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const named = path === '' ? key : `${path}.${key}`;
      return { path: named, rule, message: `${named} is not allowed here` };
    });
  }
  const subject = path === '' ? 'the request' : path;
  return [{ path, rule, message: `${subject} ${must}` }];
};

/** The validation error of an input, with a problem for each field. */
export const explain = (error: z.core.$ZodError): ServiceError => {
  const [first, ...rest] = error.issues.flatMap(problemsOf);
  return validationFailed([first ?? { path: '', rule: 'rule', message: 'the request is not valid' }, ...rest]);
};
