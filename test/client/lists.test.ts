import { afterEach, describe, expect, it } from '@jest/globals';
import { answer, hangUp, serviceWith, stopServices, type Reply } from './scripted-service.ts';

afterEach(stopServices);

describe('a list', () => {
  const page = (number: number, pages: number, ...names: string[]): Reply =>
    answer(200, { ok: true, page: number, pages, items: names.map((name) => ({ customer_name: name })) });

  const part = (next: string | null, ...names: string[]): Reply => {
    const items = names.map((name) => ({ customer_name: name }));
    return answer(200, { ok: true, items, total: 3, page_size: 2, next_cursor: next });
  };
  const asked = (received: readonly { readonly url: URL }[], name: string) =>
    received.map(({ url }) => url.searchParams.get(name));

  it('is read by cursor', async () => {
    const { client, received } = await serviceWith([part('x', 'a', 'b'), hangUp, part(null, 'c')]);
    const names: string[] = [];
    for await (const { customer_name } of client.items('list-partner-customers', { page_size: 2 })) {
      names.push(customer_name);
    }
    expect(names).toEqual(['a', 'b', 'c']);
    expect(asked(received, 'cursor')).toEqual(['', 'x', 'x']);
    expect(asked(received, 'page')).toEqual([null, null, null]);
    expect(asked(received, 'page_size')).toEqual(['2', '2', '2']);
  });

  it('numbers what it reads by cursor, and goes on where a walk ended', async () => {
    const { client, received } = await serviceWith([part('y', 'a', 'b'), part('z'), part(null, 'c')]);
    const pages = [];
    for await (const { page, pages: all, next_cursor: next } of client.pages('list-partner-customers', {
      cursor: 'x',
    })) {
      pages.push([page, all, next]);
    }
    expect(pages).toEqual([
      [1, 2, 'y'],
      [2, 3, 'z'],
      [3, 3, null],
    ]);
    expect(asked(received, 'cursor')).toEqual(['x', 'y', 'z']);
  });

  it('is read by number from a page on, and from a service that knows no cursors', async () => {
    const { client, received } = await serviceWith([page(1, 3, 'a', 'b'), hangUp, page(2, 3, 'c'), page(3, 3, 'd')]);
    const names: string[] = [];
    for await (const { customer_name } of client.items('list-partner-customers', {})) names.push(customer_name);
    expect(names).toEqual(['a', 'b', 'c', 'd']);
    expect(asked(received, 'page')).toEqual([null, '2', '2', '3']);
    const later = await serviceWith([page(2, 2, 'c')]);
    for await (const { items } of later.client.pages('list-partner-customers', { page: 2 }))
      expect(items).toHaveLength(1);
    expect([asked(later.received, 'page'), asked(later.received, 'cursor')]).toEqual([['2'], [null]]);
  });

  it('of other records is read by number', async () => {
    const { client, received } = await serviceWith([page(1, 2, 'a'), page(2, 2, 'b')]);
    for await (const { items } of client.pages('list-partner-members', {})) expect(items).toHaveLength(1);
    expect([asked(received, 'page'), asked(received, 'cursor')]).toEqual([
      ['1', '2'],
      [null, null],
    ]);
  });

  it('is not read further than is wanted', async () => {
    const { client, received } = await serviceWith([page(1, 3, 'a', 'b')]);
    for await (const item of client.items('list-partner-customers', {})) if (item.customer_name === 'b') break;
    expect(received).toHaveLength(1);
  });

  it('may be empty', async () => {
    const { client } = await serviceWith([page(1, 0)]);
    for await (const item of client.items('list-partner-customers', {})) throw new Error(item.customer_name);
    for await (const { items } of client.pages('list-partner-customers', {})) expect(items).toEqual([]);
  });
});
