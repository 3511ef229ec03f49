import { expect, test } from '@jest/globals';
import { destinationOf } from '../../lambdas/events/delivery/destination.ts';
import { testVault } from '../../tools/harness/test-vault.ts';

test('a partner without a signing secret has no destination, so that nothing is sent unsigned', async () => {
  const destination = destinationOf(testVault(), 'partner', { url: 'https://partner.example/' }, { secrets: [] }, 0);
  await expect(destination).rejects.toThrow('the partner has no signing secret');
});
