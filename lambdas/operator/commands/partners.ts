import * as z from 'zod/mini';
import { notFound } from '../../domain/errors.ts';
import { placesUntil } from '../../domain/size.ts';
import { isoOf, laterThan, type Milliseconds } from '../../domain/time.ts';
import { readPartner, type Partner } from '../../store/partners/callers.ts';
import { commit } from '../../store/table/commit.ts';
import { listPartnerKeys, listPartners, newPartnerClauses, partnerClause } from '../../store/partners/partners.ts';
import type { Table } from '../../store/table/table.ts';
import { readTakenSlots, recallShares } from '../../store/instances/slot-shares.ts';
import { slotLimitClause } from '../../store/instances/slots.ts';
import { command, retried } from '../command.ts';
import { text, uuid } from '../../api/fields.ts';

export const requirePartner = async (table: Table, partnerId: string): Promise<Partner> => {
  const partner = await readPartner(table, partnerId);
  if (partner === null) throw notFound('the partner');
  return partner;
};

export const nextPartner = (partner: Partner, now: Milliseconds): Partner => ({
  ...partner,
  updated_at: laterThan(partner.updated_at, now),
  revision: partner.revision + 1,
});

export const createPartner = command({
  input: z.object({ name: text(1, 200) }),
  run: async (deps, run, { name }) => {
    const at = isoOf(run.now);
    const partner: Partner = {
      partner_id: deps.newId(run.now),
      name,
      status: 'active',
      created_at: at,
      updated_at: at,
      limits: {},
      sizes: [],
      revision: 1,
    };
    await commit(deps.table, [
      ...newPartnerClauses(deps.table, partner),
      run.audit({ partner_id: partner.partner_id }),
    ]);
    return { partner };
  },
});

export const listAllPartners = command({
  input: z.object({}),
  run: async (deps) => ({ partners: await listPartners(deps.table) }),
});

export const showPartner = command({
  input: z.object({ partner_id: uuid }),
  run: async (deps, run, { partner_id: partnerId }) => {
    const [partner, keys] = await Promise.all([
      requirePartner(deps.table, partnerId),
      listPartnerKeys(deps.table, partnerId),
    ]);
    const slots = await readTakenSlots(deps.table, partnerId, partner.sizes, run.now);
    return { partner, active_keys: keys.filter((key) => key.revoked_at === null).length, slots };
  },
});

/** Caches follow within 60 seconds. An equal status changes nothing. */
const changeStatus = (status: Partner['status']) =>
  retried({
    input: z.object({ partner_id: uuid }),
    run: async (deps, run, { partner_id: partnerId }) => {
      const partner = await requirePartner(deps.table, partnerId);
      if (partner.status === status) return { partner };
      const next = { ...nextPartner(partner, run.now), status };
      await commit(deps.table, [partnerClause(deps.table, next), run.audit({ partner_id: partnerId })]);
      return { partner: next };
    },
  });

/** All calls of its keys and members are refused. Its data stays, and its events are delivered. */
export const suspendPartner = changeStatus('suspended');
export const resumePartner = changeStatus('active');

/** Sets how many instances of the partner may take a slot; null for no limit. Taken slots stay taken. */
export const limitSlots = command({
  input: z.object({ partner_id: uuid, slot_limit: z.nullable(z.int().check(z.gte(0))) }),
  run: async (deps, run, given) => {
    const { sizes } = await requirePartner(deps.table, given.partner_id);
    await commit(deps.table, [
      slotLimitClause(deps.table, given.partner_id, given.slot_limit),
      run.audit({ partner_id: given.partner_id, slot_limit: String(given.slot_limit) }),
    ]);
    // Shares were granted their slots under the limit before; repeating the command does no harm.
    if (placesUntil(sizes, run.now).length > 1) await recallShares(deps.table, given.partner_id);
    return {
      partner_id: given.partner_id,
      slots: await readTakenSlots(deps.table, given.partner_id, sizes, run.now),
    };
  },
});
