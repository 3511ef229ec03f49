/** How a partner's hook answers until the plan ends, in place of a healthy receiver's answer. */
export interface PlannedAnswer {
  readonly status: number;
  readonly delayMs: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

interface Plan extends PlannedAnswer {
  readonly partner: number;
  /** Only answers to this method; undefined: to any, the handshake's GET included. */
  readonly method: string | undefined;
  /** How many answers; undefined: until it is cleared. */
  readonly times: number | undefined;
}

export interface PlannedAnswers {
  /** Replaces the partner's plan for the same method. */
  readonly set: (plan: Plan) => void;
  readonly clear: (partner: number) => void;
  /** The next planned answer, which is used up. A plan for the method takes precedence over one for any method. */
  readonly take: (partner: number, method: string) => PlannedAnswer | undefined;
}

export function createPlannedAnswers(): PlannedAnswers {
  const plans = new Map<string, { readonly plan: Plan; left: number }>();
  const keyOf = (partner: number, method: string | undefined): string => `${partner} ${method ?? 'any'}`;

  return {
    set(plan) {
      plans.set(keyOf(plan.partner, plan.method), { plan, left: plan.times ?? Infinity });
    },
    clear(partner) {
      for (const [key, { plan }] of plans) if (plan.partner === partner) plans.delete(key);
    },
    take(partner, method) {
      for (const key of [keyOf(partner, method), keyOf(partner, undefined)]) {
        const entry = plans.get(key);
        if (entry === undefined) continue;
        entry.left -= 1;
        if (entry.left <= 0) plans.delete(key);
        return entry.plan;
      }
      return undefined;
    },
  };
}
