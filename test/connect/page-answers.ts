import type { Answer } from '../../lambdas/connect/answer.ts';

const titleOf = (answer: Answer): string => /<h1>(.*?)<\/h1>/.exec(answer.body ?? '')?.[1] ?? '';

/** The status of a page and its title. */
export const seen = (answer: Answer): [number | undefined, string] => [answer.statusCode, titleOf(answer)];

/** The status of a redirect and its target. */
export const location = (answer: Answer): [number | undefined, unknown] => [
  answer.statusCode,
  answer.headers?.['location'],
];
