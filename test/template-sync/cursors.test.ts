import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PlatformClient } from '../../lambdas/platform/client.ts';
import { errorOf } from '../../lambdas/platform/errors.ts';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';
import { freshId, TemplateScene } from '../../tools/harness/template-scene.ts';
import type { ShownSync } from '../../tools/harness/sync-shape.ts';

let scenery: Scenery;
beforeAll(async () => {
  scenery = await startScenery();
});
afterAll(() => scenery.stop());

/** A page of the list: the names of its templates and the next cursor, or the code of a refusal. */
type Page = { readonly names: readonly string[]; readonly next?: string } | { readonly refused: number };

interface Account {
  readonly scene: TemplateScene;
  readonly wabaId: string;
}

/** A business account with the stored templates a to f. */
const account = async (): Promise<Account> => {
  const scene = await TemplateScene.start(scenery);
  const wabaId = freshId();
  await scene.connectedInstance(wabaId);
  const found = { scene, wabaId };
  const { sync } = await pass(found, () => ({ names: ['a', 'b', 'c', 'd', 'e', 'f'] }));
  expect(sync).toMatchObject({ status: 'succeeded', created: 6 });
  return found;
};

interface Passed {
  readonly sync: ShownSync;
  /** The cursors that were asked for; `first` for none. */
  readonly asked: readonly string[];
  /** The names of the stored templates afterwards. */
  readonly stored: readonly string[];
}

/** A sync with a platform that lists these pages. */
const pass = async (
  { scene, wabaId }: Account,
  pageAt: (cursor: string, times: number) => Page,
  clock = scenery.clock.now,
): Promise<Passed> => {
  const asked: string[] = [];
  const listed = (cursor: string): unknown => {
    const page = pageAt(cursor, asked.filter((one) => one === cursor).length);
    if ('refused' in page) {
      const body = { error: { message: 'refused', code: page.refused } };
      const error = errorOf({ status: 400, body, regainMinutes: 0, redact: (text) => text });
      if (error !== undefined) throw error;
      return body;
    }
    const data = page.names.map((name) => ({ id: `${wabaId}${name}`, name, language: 'en', status: 'APPROVED' }));
    const { next } = page;
    return {
      data,
      ...(next !== undefined && { paging: { next: 'https://graph.example/', cursors: { after: next } } }),
    };
  };
  const platform: PlatformClient = {
    call: (request) => {
      if (!request.path.endsWith('/message_templates')) return scene.deps.platform.call(request);
      const cursor = request.query?.['after'] ?? 'first';
      asked.push(cursor);
      if (asked.length > 20) throw new Error('the sync has no end');
      return new Promise((resolve) => {
        resolve(request.answer.parse(listed(cursor)));
      });
    },
  };
  const sync = await scene.pass(wabaId, { ...scene.deps, platform, clock });
  const stored = (await scene.all(wabaId)).map(({ name }) => name).toSorted();
  return { sync, asked, stored };
};

const all = ['a', 'b', 'c', 'd', 'e', 'f'];

describe('a list whose cursor repeats', () => {
  test.each<[string, Readonly<Record<string, Page>>, readonly string[]]>([
    ['at once', { first: { names: ['a', 'b'], next: '1' }, 1: { names: ['c'], next: '1' } }, ['first', '1']],
    [
      'after some pages',
      {
        first: { names: ['a'], next: '1' },
        1: { names: ['b'], next: '2' },
        2: { names: ['c'], next: '1' },
      },
      ['first', '1', '2'],
    ],
  ])('%s ends the sync after each page was read once, and removes nothing', async (_, pages, cursors) => {
    const { sync, asked, stored } = await pass(await account(), (cursor) => pages[cursor] ?? { refused: 100 });
    expect(asked).toEqual(cursors);
    expect(sync).toMatchObject({
      status: 'partial',
      fetched: 3,
      created: 0,
      updated: 0,
      removed: 0,
      pages: cursors.length,
      error: { code: 'repeated_cursor' },
    });
    expect(stored).toEqual(all);
  });

  test('is noticed by the next worker too', async () => {
    let hasRead = false;
    // The time of each worker ends after one page.
    const clock = (): number => {
      if (hasRead) scenery.clock.pass(61_000);
      hasRead = false;
      return scenery.clock.now();
    };
    const pageAt = (cursor: string): Page => {
      hasRead = true;
      return { names: [cursor], next: cursor === '1' ? '2' : '1' };
    };
    const { sync, asked } = await pass(await account(), pageAt, clock);
    expect(asked).toEqual(['first', '1', '2']);
    expect(sync).toMatchObject({ status: 'partial', pages: 3, removed: 0, error: { code: 'repeated_cursor' } });
  });
});

// A cursor that the platform no longer takes: the list is read anew.
// https://developers.facebook.com/documentation/business-messaging/whatsapp/changelog
describe('error 131059', () => {
  test('begins the list again without a cursor, counts the list once, and removes what the whole list lacks', async () => {
    const { sync, asked, stored } = await pass(await account(), (cursor, times) => {
      if (cursor === 'first') return { names: ['a', 'b', 'c'], next: `page ${times}` };
      return cursor === 'page 1' ? { refused: 131059 } : { names: ['d', 'e', 'new'] };
    });
    expect(asked).toEqual(['first', 'page 1', 'first', 'page 2']);
    expect(sync).toMatchObject({
      status: 'succeeded',
      fetched: 6,
      created: 1,
      updated: 0,
      removed: 1,
      pages: 2,
      error: null,
    });
    expect(stored).toEqual(['a', 'b', 'c', 'd', 'e', 'new']);
  });

  test('at the second time ends the sync, and nothing is removed', async () => {
    const { sync, asked, stored } = await pass(await account(), (cursor) =>
      cursor === 'first' ? { names: ['a'], next: '1' } : { refused: 131059 },
    );
    expect(asked).toEqual(['first', '1', 'first', '1']);
    expect(sync).toMatchObject({ status: 'partial', fetched: 1, pages: 1, removed: 0 });
    expect(stored).toEqual(all);
  });

  test('without a cursor is an error as any other, and nothing is removed', async () => {
    const { sync, asked, stored } = await pass(await account(), () => ({ refused: 131059 }));
    expect(asked).toEqual(['first']);
    expect(sync).toMatchObject({ status: 'failed', fetched: 0, pages: 0, removed: 0 });
    expect(stored).toEqual(all);
  });

  test('after the list began again and its first page fails, the sync is partial', async () => {
    const { sync, stored } = await pass(await account(), (cursor, times) => {
      if (cursor === 'first') return times === 1 ? { names: ['a'], next: '1' } : { refused: 100 };
      return { refused: 131059 };
    });
    expect(sync).toMatchObject({ status: 'partial', removed: 0 });
    expect(stored).toEqual(all);
  });

  test('does not count a cursor of the earlier list as repeated', async () => {
    const { sync, asked } = await pass(await account(), (cursor, times) => {
      if (cursor === 'first') return { names: ['a', 'b', 'c'], next: '1' };
      if (cursor === '1') return { names: ['d'], next: '2' };
      return times === 1 ? { refused: 131059 } : { names: ['e', 'f'] };
    });
    expect(asked).toEqual(['first', '1', '2', 'first', '1', '2']);
    expect(sync).toMatchObject({ status: 'succeeded', fetched: 6, pages: 3, removed: 0 });
  });
});
