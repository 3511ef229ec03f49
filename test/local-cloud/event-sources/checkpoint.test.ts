import { expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openCheckpoint } from '@swift-worker/local-cloud/event-sources/checkpoint.ts';

test('a checkpoint is found again after a restart, without the shards that are gone', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'checkpoint-'));
  const file = path.join(directory, 'mapping.json');
  try {
    const first = openCheckpoint(file);
    expect(first.empty).toBe(true);
    first.set('a', { after: '17' });
    first.set('b', { finished: true });
    first.flush();
    const second = openCheckpoint(file);
    expect([second.empty, second.get('a'), second.get('b')]).toEqual([false, { after: '17' }, { finished: true }]);
    second.retain(new Set(['a']));
    expect(second.get('b')).toBeUndefined();
  } finally {
    rmSync(directory, { recursive: true });
  }
});
