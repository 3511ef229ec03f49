import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { answer } from '../../lambdas/connect/site.ts';
import { eventOf } from '../../tools/harness/connect-request.ts';
import { newScene } from '../../tools/harness/connect-scene.ts';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';
import { startService } from '../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { headerOf, verdictOf } from './replies.ts';

let table: TestTable;
let scenery: Scenery;

beforeAll(async () => {
  [table, scenery] = await Promise.all([startTestTable(), startScenery()]);
});
afterAll(() => Promise.all([table.stop(), scenery.stop()]));

it('answers every call with 503 and Retry-After during a maintenance, whoever calls', async () => {
  const service = await startService(table, { maintenance: true });
  for (const asked of [{ query: { route: 'list-partner-customers' } }, { bearer: null }, { apikey: 'wrong' }]) {
    const reply = await service.call('GET', asked);
    expect(verdictOf(reply)).toBe('503 temporarily_unavailable');
    expect(headerOf(reply, 'retry-after')).toBe('60');
  }
});

it('answers a preflight request as usual', async () => {
  const service = await startService(table, { maintenance: true });
  expect((await service.call('OPTIONS')).status).toBe(204);
});

it("shows a page instead of a link's, and does not consume the link", async () => {
  const scene = await newScene(scenery);
  const link = await scene.newInstance();
  const before = await scene.session(link);
  const answered = await answer(
    { ...scene.site(), maintenance: true },
    eventOf('POST', `/connect/${link.token}/start`),
  );
  expect(answered.statusCode).toBe(503);
  expect(answered.body).toContain('We are in maintenance');
  expect(await scene.session(link)).toEqual(before);
});
