import document from '../../docs/openapi.json' with { type: 'json' };
import { newId, systemClock } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { describing } from './answer.ts';

const { baseUrl } = readEnvironment(process.env, ['baseUrl']);
const answer = describing(document, baseUrl, () => newId(systemClock()));

export const handler = (event: Parameters<typeof answer>[0]): Promise<ReturnType<typeof answer>> =>
  Promise.resolve(answer(event));
