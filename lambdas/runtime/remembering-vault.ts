import type { Vault } from '../domain/vault.ts';
import { Lru } from '../kernel/lru.ts';

/** Bounds the memory that the secrets of many partners can take: about 1 KB each. */
const mostSecrets = 20_000;

/** Opens each sealed secret once: what is sealed never changes. Concurrent openings share one call; a failed one is not remembered. */
export const rememberingVault = (vault: Vault, most = mostSecrets): Vault => {
  const opened = new Lru<Promise<string>>(most);
  return {
    seal: vault.seal,
    open: (sealed, context) => {
      const name = JSON.stringify([sealed, context.partner_id, context.record_id, context.purpose]);
      const known = opened.get(name);
      if (known !== undefined) return known;
      const text = vault.open(sealed, context);
      opened.set(name, text);
      text.catch(() => {
        opened.delete(name);
      });
      return text;
    },
  };
};
