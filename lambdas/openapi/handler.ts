import document from '../../docs/openapi.json' with { type: 'json' };
import { readEnvironment } from '../runtime/environment.ts';
import { describing } from './answer.ts';

const { baseUrl } = readEnvironment(process.env, ['baseUrl']);
const answer = describing(document, baseUrl);

export const handler = (event: Parameters<typeof answer>[0]): Promise<ReturnType<typeof answer>> =>
  Promise.resolve(answer(event));
