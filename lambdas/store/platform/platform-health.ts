import * as z from 'zod/mini';
import { isoOf, minute, type Milliseconds } from '../../kernel/time.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Table } from '../table/table.ts';

/** A line about which the platform answered. */
export interface Witness {
  readonly partnerId: string;
  readonly instanceId: string;
  readonly wabaId: string;
}

/** A time during which the platform refuses what it accepted, whatever the account. */
export interface Incident {
  readonly since: Milliseconds;
  /** Until when no line is asked about, unless another refusal follows. */
  readonly until: Milliseconds;
}

export interface PlatformHealth {
  /** Of different business accounts, the newest first. */
  readonly witnesses: readonly Witness[];
  readonly witnessedAt: Milliseconds;
  /** The latest one; null when there was none. */
  readonly incident: Incident | null;
}

const healthItem = z.object({
  witnesses: z._default(
    z.array(z.object({ partner_id: z.string(), instance_id: z.string(), waba_id: z.string() })),
    [],
  ),
  witnessed_at: z._default(z.iso.datetime(), isoOf(0)),
  incident_since: z.optional(z.iso.datetime()),
  incident_until: z.optional(z.iso.datetime()),
});

export const readPlatformHealth = async (table: Table): Promise<PlatformHealth> => {
  const item = healthItem.parse((await getItem(table, keys.platformHealth())) ?? {});
  const { incident_since: since, incident_until: until } = item;
  return {
    witnesses: item.witnesses.map((one) => ({
      partnerId: one.partner_id,
      instanceId: one.instance_id,
      wabaId: one.waba_id,
    })),
    witnessedAt: Date.parse(item.witnessed_at),
    incident:
      since === undefined || until === undefined ? null : { since: Date.parse(since), until: Date.parse(until) },
  };
};

export const mostWitnesses = 3;

/** Keeps the newest witness with those of other accounts. Of two at once, the later write counts. */
export const keepWitness = async (
  table: Table,
  { witnesses }: PlatformHealth,
  witness: Witness,
  now: Milliseconds,
): Promise<void> => {
  const others = witnesses.filter(({ wabaId }) => wabaId !== witness.wabaId);
  const kept = [witness, ...others].slice(0, mostWitnesses);
  await tryUpdate(table, {
    Key: { ...keys.platformHealth() },
    UpdateExpression: 'SET witnesses = :witnesses, witnessed_at = :now',
    ExpressionAttributeValues: {
      ':witnesses': kept.map((one) => ({
        partner_id: one.partnerId,
        instance_id: one.instanceId,
        waba_id: one.wabaId,
      })),
      ':now': isoOf(now),
    },
  });
};

/** For so long no line is asked about after a refusal in an incident. */
const quiet: Milliseconds = 10 * minute;

/** A refusal within this time after an incident belongs to it. */
const relapse: Milliseconds = 30 * minute;

/** Begins an incident, or goes on with the one that is not over. @returns whether it begins */
export const extendIncident = async (table: Table, now: Milliseconds): Promise<boolean> => {
  const Key = { ...keys.platformHealth() };
  const until = isoOf(now + quiet);
  const begun = await tryUpdate(table, {
    Key,
    UpdateExpression: 'SET incident_since = :now, incident_until = :until',
    ConditionExpression: 'attribute_not_exists(incident_until) OR incident_until < :over',
    ExpressionAttributeValues: { ':now': isoOf(now), ':until': until, ':over': isoOf(now - relapse) },
  });
  if (begun.kind === 'written') return true;
  await tryUpdate(table, {
    Key,
    UpdateExpression: 'SET incident_until = :until',
    ConditionExpression: 'incident_until < :until',
    ExpressionAttributeValues: { ':until': until },
  });
  return false;
};
