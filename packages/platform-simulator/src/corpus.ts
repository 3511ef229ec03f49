import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { deliverRouted } from './delivery.ts';
import type { Routed } from './delivery.ts';
import type { Simulator } from './simulator.ts';

const DIRECTORY = join(import.meta.dirname, '..', 'corpus', 'callbacks');

/** The ids of the samples: corpus/README.md. */
const SAMPLE = {
  partner: '990000000000001',
  app: '880000000000501',
  portfolio: '550000000000201',
  waba: '310000000000101',
  number: '770000000000301',
  displayNumber: '15550001234',
  shownNumber: '+1 555-000-1234',
  /** The latest time of a message or a status, in Unix seconds. */
  latest: 1_793_577_602,
};

export interface Replay {
  /** The name of a sample of corpus/callbacks, with or without `.json`. */
  readonly file: string;
  readonly waba_id?: string | undefined;
  readonly phone_number_id?: string | undefined;
  /** Further texts to replace, such as the id of a template. */
  readonly replace?: Readonly<Record<string, string>> | undefined;
}

/** Sends a sample about objects of the simulator, to where the platform sends it. @throws UnknownSample */
export async function replay(simulator: Simulator, wanted: Replay): Promise<readonly Routed[]> {
  return deliverRouted(simulator, rewritten(simulator, wanted, await sampleText(wanted.file)), serialised);
}

export class UnknownSample extends Error {
  override readonly name = 'UnknownSample';
}

async function sampleText(file: string): Promise<string> {
  const name = `${file.replace(/\.json$/, '')}.json`;
  // A name from the directory, so that no path leads out of it.
  const known = await readdir(DIRECTORY);
  if (!known.includes(name)) {
    const names = known.map((one) => one.replace(/\.json$/, '')).toSorted();
    throw new UnknownSample(`there is no sample ${name}, but\n  ${names.join('\n  ')}`);
  }
  return readFile(join(DIRECTORY, name), 'utf8');
}

/** Ids of templates are integers beyond those of JavaScript. They stay text between reading and sending. */
const protectedText = (text: string): string => text.replaceAll(/: (\d{16,})/g, ': "integer:$1"');
const serialised = (body: unknown): string => JSON.stringify(body).replaceAll(/"integer:(\d+)"/g, '$1');

const Sample = z.object({ body: z.looseObject({ entry: z.array(z.looseObject({ time: z.number().optional() })) }) });

function rewritten(simulator: Simulator, wanted: Replay, text: string): unknown {
  let changed = text;
  for (const [from, to] of replacements(simulator, wanted)) changed = changed.replaceAll(from, to);
  const time = Math.floor(simulator.now() / 1_000);
  changed = changed.replaceAll(/(?<="timestamp": "?)\d+/g, (at) => String(Number(at) - SAMPLE.latest + time));
  const { body } = Sample.parse(JSON.parse(protectedText(changed)));
  return { ...body, entry: body.entry.map((entry) => (entry.time === undefined ? entry : { ...entry, time })) };
}

function replacements(simulator: Simulator, wanted: Replay): ReadonlyMap<string, string> {
  const { state } = simulator.storage;
  const number = state.numbers.get(wanted.phone_number_id ?? '');
  const wabaId = wanted.waba_id ?? number?.wabaId;
  const waba = state.wabas.get(wabaId ?? '');
  const shown = number?.fields['display_phone_number'];
  const replaced = new Map([
    [SAMPLE.partner, simulator.portfolioId],
    [SAMPLE.app, simulator.appId],
  ]);
  if (wabaId !== undefined) replaced.set(SAMPLE.waba, wabaId);
  if (waba !== undefined) replaced.set(SAMPLE.portfolio, waba.portfolioId);
  if (wanted.phone_number_id !== undefined) replaced.set(SAMPLE.number, wanted.phone_number_id);
  if (typeof shown === 'string') {
    replaced.set(SAMPLE.shownNumber, shown);
    replaced.set(SAMPLE.displayNumber, shown.replaceAll(/\D/g, ''));
  }
  for (const [from, to] of Object.entries(wanted.replace ?? {})) replaced.set(from, to);
  return replaced;
}
