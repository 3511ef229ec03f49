import * as z from 'zod/mini';
import { rateClasses } from '../../domain/rate.ts';
import { sizeAt, sizeNames, withSize } from '../../domain/size.ts';
import { laterThan } from '../../kernel/time.ts';
import { uuid } from '../../api/fields.ts';
import { commit, persist } from '../../store/table/commit.ts';
import { partnerClause, requirePartner } from '../../store/partners/partners.ts';
import type { Partner } from '../../store/partners/callers.ts';
import { command, type OperatorDeps, type Run } from '../command.ts';

/** Changes the limits or sizes of a partner, unless another commit changed the partner first. */
const changeTerms = (
  deps: OperatorDeps,
  run: Run,
  partnerId: string,
  subject: Readonly<Record<string, string>>,
  decide: (partner: Partner) => Pick<Partner, 'limits' | 'sizes'>,
): Promise<Partner> =>
  persist(deps.retryPolicy, async () => {
    const partner = await requirePartner(deps.table, partnerId);
    const updated_at = laterThan(partner.updated_at, run.now);
    const next = { ...partner, ...decide(partner), updated_at, revision: partner.revision + 1 };
    await commit(deps.table, [partnerClause(deps.table, next), run.audit({ partner_id: partnerId, ...subject })]);
    return next;
  });

const ownLimit = z.object({
  /** Calls a second. */
  rate: z.number().check(z.gt(0), z.lte(100_000)),
  burst: z.int().check(z.gte(1), z.lte(1_000_000)),
});

/** Sets a rate limit of the partner, or restores the stage's (null). All environments apply it within 60 seconds. */
export const setLimit = command({
  input: z.object({ partner_id: uuid, rate_class: z.enum(rateClasses), limit: z.nullable(ownLimit) }),
  run: async (deps, run, { partner_id: partnerId, rate_class: rateClass, limit }) => {
    const subject = { rate_class: rateClass, limit: limit === null ? 'none' : `${limit.rate}/s, ${limit.burst}` };
    const partner = await changeTerms(deps, run, partnerId, subject, ({ limits, sizes }) => {
      const others = Object.fromEntries(Object.entries(limits).filter(([name]) => name !== rateClass));
      return { limits: limit === null ? others : { ...others, [rateClass]: limit }, sizes };
    });
    return { partner };
  },
});

/** Sets the size of a partner, which decides over how many partitions new records are spread, from the next span of time on. */
export const setSize = command({
  input: z.object({ partner_id: uuid, size: z.enum(sizeNames) }),
  run: async (deps, run, { partner_id: partnerId, size }) => {
    const partner = await changeTerms(deps, run, partnerId, { size }, ({ limits, sizes }) => ({
      limits,
      sizes: [...withSize(sizes, size, run.now)],
    }));
    return { partner, size_now: sizeAt(partner.sizes, run.now) };
  },
});
