import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { day, minute } from '../../lambdas/kernel/time.ts';
import { plantEvents } from '../../tools/access-patterns/plant-events.ts';
import { fewWaba, plantTemplates } from '../../tools/access-patterns/plant-templates.ts';
import { honestReceiver } from '../../tools/harness/populated-partner.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';
import { askOf, askedOf } from '../../tools/scenes/ask-of.ts';
import { scenes } from '../../tools/scenes/scenes.ts';
import { serviceGround } from '../../tools/scenes/service-ground.ts';

const clock = testClock();
let table: TestTable;
let world: World;
let small: Awaited<ReturnType<typeof serviceGround>>;

beforeAll(async () => {
  table = await startTestTable();
  world = await startWorld(table, clock.now, honestReceiver);
  const { partner } = world;
  const reported = { from: clock.now() - 30 * day, to: clock.now() };
  const newestEvent = await plantEvents(table, partner.partnerId, { events: 50, ...reported });
  await plantTemplates(world, clock.now, [fewWaba]);
  const accounts = { small: fewWaba, large: fewWaba };
  small = await serviceGround(world, clock, { populous: partner, sharded: partner, newestEvent, reported, accounts });
});
afterAll(() => table.stop());

const cases = scenes
  .flatMap((scene) => scene.cases.map((it) => ({ route: scene.route, about: it.about, it })))
  .filter((row) => row.it.isLarge !== true)
  .toSorted((one, other) => Number(one.it.isLast === true) - Number(other.it.isLast === true));

describe('a case of a scene is answered with its status:', () => {
  it.each(cases)('$route, $about', async ({ route, it: { status, as = 'partner' }, it: one }) => {
    clock.pass(minute);
    const ask = await askOf(route, one, small.ground);
    const reply = await world.call(ask.method, askedOf(route, { ...ask, bearer: small.bearerOf(as) }));
    expect([reply.status, reply.text]).toEqual([status, reply.text]);
  });
});

describe('the scenes', () => {
  it('have a usual case that is small and succeeds', () => {
    const others = scenes.filter(({ cases: [usual] }) => usual.isLarge === true || usual.status >= 300);
    expect(others.map(({ route }) => route)).toEqual([]);
  });

  it('name each case of a route differently', () => {
    const names = scenes.flatMap(({ route, cases: all }) => all.map(({ about }) => `${route}: ${about}`));
    expect(names).toEqual([...new Set(names)]);
  });
});
