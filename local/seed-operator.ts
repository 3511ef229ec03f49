import { z } from 'zod';
import { readScopes, scopes } from '../lambdas/domain/access.ts';
import type { CommandInput } from '../operator/description.ts';
import { Failure } from '../operator/failure.ts';
import type { CommandRunner } from '../operator/stage.ts';

const partnerKey = z.object({
  key_id: z.string(),
  revoked_at: z.string().nullable(),
  expires_at: z.string().nullable(),
});
const publishableKey = z.object({ value: z.string(), revoked_at: z.string().nullable() });
const member = z.object({ email: z.string(), role: z.string() });

export type PartnerKey = z.infer<typeof partnerKey>;

/** The commands of the operator function that seed a stage. */
export interface SeedOperator {
  createPartner(name: string): Promise<string>;
  /** Null when there is no such partner. */
  listKeys(partnerId: string): Promise<readonly PartnerKey[] | null>;
  issueKey(partnerId: string, may: 'everything' | 'read'): Promise<string>;
  revokeKey(keyId: string): Promise<void>;
  listMembers(partnerId: string): Promise<readonly z.infer<typeof member>[]>;
  addMember(partnerId: string, email: string, role: string): Promise<void>;
  /** A new webhook secret of the partner. */
  rotateWebhookSecret(partnerId: string): Promise<string>;
  /** A valid publishable key; issues one when there is none. */
  publishableKey(): Promise<string>;
}

export const seedOperator = (operator: CommandRunner): SeedOperator => {
  const run = async <T>(command: string, input: CommandInput, result: z.ZodType<T>): Promise<T> => {
    try {
      return result.parse(await operator.run(command, input));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new Error(`seeding: ${command}: ${error.code}: ${error.message}`, { cause: error });
    }
  };
  return {
    createPartner: async (name) => {
      const made = await run('partners create', { name }, z.object({ partner: z.object({ partner_id: z.string() }) }));
      return made.partner.partner_id;
    },
    listKeys: async (partnerId) => {
      try {
        const keys = z.object({ keys: z.array(partnerKey) });
        return (await run('keys list', { partner_id: partnerId }, keys)).keys;
      } catch (error) {
        if (error instanceof Error && error.cause instanceof Failure && error.cause.code === 'not_found') return null;
        throw error;
      }
    },
    issueKey: async (partnerId, may) => {
      const input = { partner_id: partnerId, scopes: may === 'read' ? readScopes : scopes };
      return (await run('keys issue', input, z.object({ api_key: z.string() }))).api_key;
    },
    revokeKey: async (keyId) => {
      await run('keys revoke', { key_id: keyId }, z.unknown());
    },
    listMembers: async (partnerId) =>
      (await run('members list', { partner_id: partnerId }, z.object({ members: z.array(member) }))).members,
    addMember: async (partnerId, email, role) => {
      await run('members add', { partner_id: partnerId, email, role }, z.unknown());
    },
    rotateWebhookSecret: async (partnerId) => {
      const made = z.object({ webhook_secret: z.string() });
      return (await run('webhook-secrets rotate', { partner_id: partnerId }, made)).webhook_secret;
    },
    publishableKey: async () => {
      const { keys } = await run('publishable-keys list', {}, z.object({ keys: z.array(publishableKey) }));
      const valid = keys.find((key) => key.revoked_at === null);
      if (valid !== undefined) return valid.value;
      return (await run('publishable-keys issue', {}, z.object({ key: publishableKey }))).key.value;
    },
  };
};
