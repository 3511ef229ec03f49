/**
 * A fresh process with one bundle: measures the time until its first command is answered, and the time of the following
 * ones. It is bundled as CommonJS itself, because an ESM import of a built-in would do a part of the measured work before.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

interface Loaded {
  readonly handler: (
    event: unknown,
    context: object,
  ) => Promise<{ readonly statusCode?: number; readonly body?: string }>;
}

interface Event {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const [bundle = '', eventFile = '', warmUp = '0', calls = '0'] = process.argv.slice(2);
const event = JSON.parse(readFileSync(eventFile, 'utf8')) as Event;
const context = { getRemainingTimeInMillis: () => 30_000, awsRequestId: 'bench', functionName: 'bench' };

/** A body of the fixture, with another id each time. */
const withId = (body: string): string => (body.includes('$ID') ? body.replaceAll('$ID', randomUUID()) : body);

const main = async (): Promise<void> => {
  const began = performance.now();
  const { handler } = (await import(bundle)) as Loaded;
  const imported = performance.now() - began;
  const call = async (): Promise<void> => {
    const headers = { ...event.headers, 'idempotency-key': randomUUID() };
    const given = { ...event, headers, ...(event.body !== undefined && { body: withId(event.body) }) };
    const { statusCode, body } = await handler(given, context);
    if (statusCode !== 200 && statusCode !== 201)
      throw new Error(`${bundle} answers ${statusCode ?? ''}: ${body ?? ''}`);
  };
  await call();
  const answered = performance.now() - began;
  for (let count = 0; count < Number(warmUp); count += 1) await call();
  const before = process.cpuUsage();
  for (let count = 0; count < Number(calls); count += 1) await call();
  const { user, system } = process.cpuUsage(before);
  const cpu = calls === '0' ? 0 : (user + system) / Number(calls);
  // The bundle logs to standard output.
  process.stderr.write(JSON.stringify({ imported, answered, cpu }), () => {
    process.exit(0);
  });
};

void main();
