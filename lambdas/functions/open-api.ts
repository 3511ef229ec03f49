import document from '../../docs/openapi.json' with { type: 'json' };
import { newId, systemClock } from '../runtime/clock.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { consoleLog } from '../runtime/logger.ts';
import { serveHttp } from '../runtime/serve.ts';
import { describing } from '../api/openapi-answer.ts';

const { stage, baseUrl } = readEnvironment(process.env, ['stage', 'baseUrl']);
const answer = describing(document, baseUrl, () => newId(systemClock()));

export const handler = serveHttp<Parameters<typeof answer>[0]>(consoleLog({ stage }), (event) =>
  Promise.resolve(answer(event)),
);
