import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { fixtureFile } from '../../tools/stored-forms/fixtures.ts';
import { storedForms } from '../../tools/stored-forms/forms.ts';
import { itemKinds } from '../../tools/stored-forms/item-kinds.ts';
import { itemReaders } from '../../tools/stored-forms/item-readers.ts';
import { sampleKeys } from '../../tools/stored-forms/key-forms.ts';
import { newestVersion } from '../../tools/stored-forms/stored-form.ts';
import { root } from './planted.ts';

interface Source {
  readonly file: string;
  readonly text: string;
}

const sourcesIn = async (folder: string): Promise<readonly Source[]> => {
  const names = await readdir(path.join(root, folder), { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name}`);
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(path.join(root, file), 'utf8') })));
};

/** The store, and the packages that write what it stores. */
const storing = async (): Promise<readonly Source[]> =>
  (await Promise.all(['lambdas/store', 'packages/stored-forms/src', 'packages/time-index/src'].map(sourcesIn))).flat();

const known = new Set(storedForms.flatMap(({ file, functions }) => functions.map((name) => `${file}: ${name}`)));

/** Pieces of forms: what uses them has fixtures. */
const pieces: ReadonlySet<string> = new Set([
  'lambdas/store/table/packed-json.ts: packJson',
  'lambdas/store/table/packed-json.ts: unpackJson',
  'packages/time-index/src/event-codec.ts: writeErrorCode',
  'packages/time-index/src/event-codec.ts: readErrorCode',
  'packages/time-index/src/event-codec.ts: writeOptionalText',
  'packages/time-index/src/event-codec.ts: readOptionalText',
  'lambdas/store/templates/chunk.ts: packChunk',
]);

/** Files that compress or write bytes and store nothing by themselves. */
const tools: ReadonlySet<string> = new Set([
  'packages/stored-forms/src/bytes.ts',
  'lambdas/store/table/packed-json.ts',
]);

const packing = /^export const ((?:pack|unpack|encode|decode|serialise|deserialise)[A-Z]\w*)\b/gm;
const compressing = /\b(?:deflate|inflate|brotli|gzip|zstd)\w*\(|new Byte(?:Writer|Reader)\(|\bpackJson\(/;
const reading = /^export const ((?:write|read)(?:ErrorCode|OptionalText))\b/gm;
const queueing = /new SendMessage(?:Batch)?Command\(|sendGrouped\(/;

/** The exported functions of a file that pack something without a fixture, and the file itself when it does so inside. */
const unknownIn = ({ file, text }: Source): readonly string[] => {
  const exported = [packing, reading].flatMap((expression) =>
    Array.from(text.matchAll(expression), ([, name]) => `${file}: ${name ?? ''}`),
  );
  const unknown = exported.filter((name) => !known.has(name) && !pieces.has(name));
  const isKnown = tools.has(file) || storedForms.some((form) => form.file === file);
  return compressing.test(text) && !isKnown ? [...unknown, `${file}: packs bytes`] : unknown;
};

/** Files that send what has a fixture elsewhere: hints, and the messages of a dead-letter queue as they came. */
const senders: ReadonlySet<string> = new Set([
  'lambdas/runtime/due-queues.ts',
  'lambdas/runtime/dead-letters.ts',
  'lambdas/runtime/grouped-messages.ts',
]);

/** Texts of messages are made by a function that has a fixture, in the file that sends them. */
const queuedIn = ({ file, text }: Source): readonly string[] => {
  const isKnown = senders.has(file) || storedForms.some((form) => form.file === file);
  return queueing.test(text) && !isKnown ? [`${file}: makes the text of a message`] : [];
};

describe('every stored form has fixtures', () => {
  it('of what packs bytes', async () => {
    const sources = await storing();
    expect(sources.flatMap(unknownIn)).toEqual([]);
  });

  it('of what is sent to a queue', async () => {
    expect((await sourcesIn('lambdas')).flatMap(queuedIn)).toEqual([]);
  });

  it('of every version', async () => {
    const missing = await Promise.all(
      storedForms.map(async (form) => {
        const { name } = form;
        const newest = newestVersion(form);
        const files = await readdir(path.join(root, path.dirname(fixtureFile(name, newest)))).catch((): string[] => []);
        const wanted = Array.from({ length: newest }, (_, index) => `${index + 1}.json`);
        return [
          ...wanted.filter((file) => !files.includes(file)),
          ...files.filter((file) => !wanted.includes(file)),
        ].map((file) => `${name}: ${file}`);
      }),
    );
    expect(missing.flat()).toEqual([]);
  });

  it('and no fixtures are of a form that is gone', async () => {
    expect((await readdir(path.join(root, 'test/stored/forms'))).toSorted()).toEqual(
      storedForms.map(({ name }) => name).toSorted(),
    );
    expect((await readdir(path.join(root, 'test/stored/items'))).toSorted()).toEqual(itemKinds.toSorted());
  });

  it('of every kind of item, with what reads it', () => {
    expect(Object.keys(itemReaders).toSorted()).toEqual(itemKinds.toSorted());
  });

  it('of every function that makes a key', async () => {
    const sources = await storing();
    const makers = sources.flatMap(({ file, text }) =>
      Array.from(text.matchAll(/^export const (\w*[kK]eys) = \{/gm), ([, name]) => ({ file, name, text })),
    );
    expect(makers.map(({ name }) => name).toSorted()).toEqual([
      'importKeys',
      'journalKeys',
      'keys',
      'parkedKeys',
      'searchKeys',
      'sortKeys',
    ]);
    expect(Object.keys(sampleKeys).length).toBeGreaterThan(80);
  });
});

describe('a form without a fixture is found:', () => {
  it.each([
    ['an exported function', 'export const packThings = (): Uint8Array => Buffer.of(1);', 'packThings'],
    ['a compression inside', 'const body = deflateRawSync(text);', 'packs bytes'],
    ['a writer of bytes inside', 'const writer = new ByteWriter();', 'packs bytes'],
    ['packed JSON inside', 'const rows = packJson(1, all);', 'packs bytes'],
  ])('%s', (_, text, found) => {
    expect(unknownIn({ file: 'lambdas/store/a/b.ts', text })).toEqual([`lambdas/store/a/b.ts: ${found}`]);
  });

  it('a message', () => {
    expect(
      queuedIn({ file: 'lambdas/a/b.ts', text: 'new SendMessageCommand({ QueueUrl: url, MessageBody: body })' }),
    ).toHaveLength(1);
    expect(queuedIn({ file: 'lambdas/a/b.ts', text: 'sendGrouped(client, url, messages)' })).toHaveLength(1);
  });
});
