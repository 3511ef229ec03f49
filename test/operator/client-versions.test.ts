import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { askClientVersions, clientVersions, showClientVersions } from '../../operator/client-versions.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';

let table: TestTable;
let world: World;
const clock = testClock();
beforeAll(async () => {
  table = await startTestTable();
  world = await startWorld(table, clock.now);
});
afterAll(() => table.stop());

it('names the partners on old clients first, by their calls of two days', async () => {
  const [one, other] = [await world.newPartner(), await world.newPartner()];
  const call = (bearer: string, userAgent: string): Promise<unknown> =>
    world.call('GET', { query: { route: 'list-partner-customers' }, bearer, headers: { 'user-agent': userAgent } });
  await call(one.apiKey, 'swift-worker-js/1.10.0');
  await call(one.apiKey, 'curl/8.5.0');
  await call(one.apiKey, 'swift-worker-js/1.1.0 <script>');
  clock.pass(86_400_000);
  await call(other.apiKey, 'swift-worker-js/1.9.0');
  await call(other.apiKey, 'swift-worker-js/1.9.0');
  const asked: string[] = [];
  const run = (name: string, input: Readonly<Record<string, unknown>>): ReturnType<World['operate']> => {
    asked.push(name);
    return world.operate(name, input);
  };
  const answer = clientVersions.parse(await askClientVersions({ run }));
  expect(answer.clients.map(({ partner_id: id, version, calls }) => [id, version, calls])).toEqual([
    [other.partnerId, '1.9.0', 2],
    [one.partnerId, '1.10.0', 1],
  ]);
  expect(asked).toEqual(['partners clients']);
  expect(showClientVersions(answer)).toMatch(/swift-worker-js +1\.9\.0/);
});
