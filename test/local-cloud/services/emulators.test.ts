import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PersistenceManager, SnsStore, SqsStore } from '@swift-worker/local-cloud/services/fauxqs.ts';
import { z } from 'zod';
import { root } from '../../architecture/planted.ts';

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
});

const read = (folder: string): z.infer<typeof manifest> =>
  manifest.parse(JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')));

const functionsOf = (owner: object, names: readonly string[]): readonly string[] =>
  names.filter((name) => typeof Reflect.get(owner, name) === 'function');

const lacking = (owner: object, names: readonly string[]): readonly string[] => {
  const there = functionsOf(owner, names);
  return names.filter((name) => !there.includes(name));
};

describe('packages that are used beyond what they promise', () => {
  // What is not promised changes without notice, so that another version has to be looked at.
  it.each(['fauxqs', 'amplify-dynamodb-simulator'])('%s is pinned, and installed as pinned', (name) => {
    const pinned = read('packages/local-cloud').dependencies[name];
    expect(pinned).toMatch(/^\d+\.\d+\.\d+$/);
    expect(read(`node_modules/${name}`).version).toBe(pinned);
  });

  // Its code is not used: the jar of DynamoDB Local is.
  it('amplify-dynamodb-simulator brings its files alone', () => {
    const brought = Object.keys(read('node_modules/amplify-dynamodb-simulator').dependencies);
    const installed = brought.map((name) => read(`node_modules/amplify-dynamodb-simulator/node_modules/${name}`).name);
    expect([...new Set(installed)]).toEqual(['canonicalize']);
  });

  it('fauxqs has the parts that the queues are made of', () => {
    const store = new SqsStore();
    const queue = store.createQueue('q', '/000000000000/q', 'arn:aws:sqs:us-east-1:000000000000:q', {});
    expect(lacking(store, ['allQueues', 'getQueue', 'getQueueByName'])).toEqual([]);
    const used = [
      'enqueue',
      'dequeue',
      'processTimers',
      'inspectMessages',
      'changeVisibility',
      'setAttributes',
      'isFifo',
    ];
    expect(lacking(queue, used)).toEqual([]);
    expect(queue.messages).toEqual([]);
    expect(queue.inflightMessages).toBeInstanceOf(Map);
    expect(lacking(PersistenceManager.prototype, ['loadSqsAndSns', 'updateMessageReady', 'close'])).toEqual([]);
    expect(typeof SnsStore).toBe('function');
  });
});
