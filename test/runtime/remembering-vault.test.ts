import { expect, test } from '@jest/globals';
import type { SealContext, Vault } from '../../lambdas/domain/vault.ts';
import { rememberingVault } from '../../lambdas/runtime/remembering-vault.ts';

const contextOf = (partner: string): SealContext => ({
  partner_id: partner,
  record_id: partner,
  purpose: 'webhook_secret',
});

const countingVault = (): Vault & { readonly opened: string[] } => {
  const opened: string[] = [];
  return {
    opened,
    seal: (text) => Promise.resolve(text),
    open: (sealed) => {
      opened.push(sealed);
      return sealed === 'broken' ? Promise.reject(new Error('broken')) : Promise.resolve(`text of ${sealed}`);
    },
  };
};

test('opens a secret once, and again only after as many others', async () => {
  const vault = countingVault();
  const remembering = rememberingVault(vault, 2);
  const open = (sealed: string): Promise<string> => remembering.open(sealed, contextOf('one'));
  for (const sealed of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await open(sealed)).toBe(`text of ${sealed}`);
  expect(vault.opened).toEqual(['a', 'b', 'c', 'b']);
});

test('keeps partners apart, shares an opening under way, and forgets one that failed', async () => {
  const vault = countingVault();
  const remembering = rememberingVault(vault);
  await Promise.all([
    remembering.open('a', contextOf('one')),
    remembering.open('a', contextOf('one')),
    remembering.open('a', contextOf('two')),
  ]);
  expect(vault.opened).toEqual(['a', 'a']);
  for (let tried = 0; tried < 2; tried += 1) {
    await expect(remembering.open('broken', contextOf('one'))).rejects.toThrow('broken');
  }
  expect(vault.opened).toEqual(['a', 'a', 'broken', 'broken']);
});
