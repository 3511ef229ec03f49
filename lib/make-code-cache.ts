/**
 * `node make-code-cache.ts DIRECTORY`: has V8 compile a bundle and writes down what it compiled, after the function was
 * loaded and called once, so that what a first call needs is among it. Runs in a process of its own, which it ends.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import vm from 'node:vm';
import { variables } from '../lambdas/runtime/environment.ts';
import { answerTo, firstEvent, type Request } from './first-call.ts';

const file = path.join(process.argv[2] ?? '', 'bundle.js');

/** Stands for every service. */
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    response.end(JSON.stringify(answerTo(operation, JSON.parse(body) as Request)));
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const nowhere = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;

// Without the local stage's own key set.
const names = Object.values(variables).filter((name) => name !== variables.memberJwks);
const environment = Object.fromEntries(names.map((name) => [name, nowhere]));
Object.assign(process.env, environment, {
  [variables.stage]: 'staging',
  [variables.rateScale]: '1',
  [variables.deliveryLanes]: '8',
  [variables.retryDivisor]: '1',
  [variables.erasureQuiet]: '60',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'nobody',
  AWS_SECRET_ACCESS_KEY: 'nothing',
  AWS_ENDPOINT_URL: nowhere,
});

// As index.js reads it.
const script = new vm.Script(readFileSync(file, 'latin1'), { filename: file });

const isFunction = (value: unknown): value is (...given: unknown[]) => unknown => typeof value === 'function';

const loadAndCall = async (): Promise<void> => {
  const load: unknown = script.runInThisContext();
  const module: { exports: Record<string, unknown> } = { exports: {} };
  if (isFunction(load)) load(module.exports, createRequire(file), module);
  const { handler } = module.exports;
  if (isFunction(handler)) await handler(firstEvent, { getRemainingTimeInMillis: () => 1_000 });
};

const save = (): never => {
  writeFileSync(path.join(path.dirname(file), `${process.version}-${process.arch}.cache`), script.createCachedData());
  process.exit(0);
};

// However it ends: what was compiled until then is of use.
setTimeout(save, 5_000);
loadAndCall().then(save, save);
