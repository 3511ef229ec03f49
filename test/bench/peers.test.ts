import { expect, test } from '@jest/globals';
import project from '../../package.json' with { type: 'json' };
import peers from '../../tools/bench/peers/package.json' with { type: 'json' };

test('the peers run on the versions of the packages that the service runs on', () => {
  const own: Readonly<Record<string, string>> = project.dependencies;
  const shared = Object.entries(peers.dependencies).filter(([name]) => name in own);
  expect(shared.length).toBeGreaterThan(0);
  expect(Object.fromEntries(shared)).toEqual(Object.fromEntries(shared.map(([name]) => [name, own[name]])));
});
