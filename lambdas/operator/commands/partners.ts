import * as z from 'zod/mini';
import { notFound } from '../../domain/errors.ts';
import { isoOf, laterThan } from '../../domain/time.ts';
import { readPartner, type Partner } from '../../store/partners/callers.ts';
import { commit, persist } from '../../store/table/commit.ts';
import { listPartnerKeys, listPartners, newPartnerClauses, partnerClause } from '../../store/partners/partners.ts';
import type { Table } from '../../store/table/table.ts';
import { readSlots, slotLimitClause } from '../../store/instances/slots.ts';
import { command } from '../command.ts';
import { text, uuid } from '../../api/fields.ts';

export const requirePartner = async (table: Table, partnerId: string): Promise<Partner> => {
  const partner = await readPartner(table, partnerId);
  if (partner === null) throw notFound('the partner');
  return partner;
};

/** Makes a partner, active at once. */
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
  run: async (deps, _run, { partner_id: partnerId }) => {
    const [partner, keys, slots] = await Promise.all([
      requirePartner(deps.table, partnerId),
      listPartnerKeys(deps.table, partnerId),
      readSlots(deps.table, partnerId),
    ]);
    return { partner, active_keys: keys.filter((key) => key.revoked_at === null).length, slots };
  },
});

/** Every environment follows within 60 seconds. A partner that has the status already is left as it is. */
const changeStatus = (status: Partner['status']) =>
  command({
    input: z.object({ partner_id: uuid }),
    run: (deps, run, { partner_id: partnerId }) =>
      persist(deps.retryPolicy, async () => {
        const partner = await requirePartner(deps.table, partnerId);
        if (partner.status === status) return { partner };
        const updated_at = laterThan(partner.updated_at, run.now);
        const next = { ...partner, status, updated_at, revision: partner.revision + 1 };
        await commit(deps.table, [partnerClause(deps.table, next), run.audit({ partner_id: partnerId })]);
        return { partner: next };
      }),
  });

/** From now on all calls of its keys and members are refused; what it has stays, and its events go on. */
export const suspendPartner = changeStatus('suspended');
export const resumePartner = changeStatus('active');

/** Sets how many lines of the partner may hold a slot; null for no limit. Slots that are taken stay taken. */
export const limitSlots = command({
  input: z.object({ partner_id: uuid, slot_limit: z.nullable(z.int().check(z.gte(0))) }),
  run: async (deps, run, given) => {
    await requirePartner(deps.table, given.partner_id);
    await commit(deps.table, [
      slotLimitClause(deps.table, given.partner_id, given.slot_limit),
      run.audit({ partner_id: given.partner_id, slot_limit: String(given.slot_limit) }),
    ]);
    return { partner_id: given.partner_id, slots: await readSlots(deps.table, given.partner_id) };
  },
});
