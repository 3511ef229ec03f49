import { expect, test } from '@jest/globals';
import path from 'node:path';
import { readStage } from '@swift-worker/local-cloud/assembly.ts';

const directory = path.join(import.meta.dirname, 'fixtures/assembly');

test('the stacks of a stage come with their templates and the directories of their assets', () => {
  const [stack, ...others] = readStage(directory, 'local');
  expect(others).toHaveLength(0);
  expect(stack?.name).toBe('fixture-local');
  expect(stack?.template.Resources['Answering']?.Type).toBe('AWS::Lambda::Function');
  expect(stack?.assets.get('functions.zip')).toBe(path.join(directory, 'asset.functions'));
});

test('a stage that is not there is an error', () => {
  expect(() => readStage(directory, 'production')).toThrow('no stage production');
});
