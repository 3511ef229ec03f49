import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Caller } from '../domain/access.ts';
import type { RateClass } from '../domain/rate.ts';
import type { RateTerms } from '../domain/rate-parts.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Milliseconds } from '../kernel/time.ts';
import type { Identified } from './authenticate.ts';
import { noTerms, type RateLimiter, type Refusal } from './rate-limit.ts';
import { bodySays, bodySize, maxBodyBytes } from './request.ts';
import { isOfReports, routeInQuery, usualClassOf, type Route } from './route.ts';

/** In whose limit a call counts. */
interface Payer {
  readonly id: string;
  readonly terms: RateTerms;
}

/** Whether the call counts for the person, and in no partner's limit or usage. */
export const isGuest = (caller: Caller): caller is Extract<Caller, { readonly kind: 'member' }> =>
  caller.kind === 'member' && caller.isGuest === true;

const personally = (memberId: string): Payer => ({ id: memberId, terms: noTerms });

export const payerOf = (caller: Caller): Payer =>
  isGuest(caller) ? personally(caller.memberId) : { id: caller.partnerId, terms: caller.terms };

const partnerInQuery = /(?:^|&)partner_id=([0-9a-f-]{36})(?:&|$)/i;

/** The caller of the partner that a query names unescaped. */
const callerInQuery = ({ callers }: Identified, query: string): Caller | undefined => {
  const named = partnerInQuery.exec(query)?.[1]?.toLowerCase();
  return callers.find(({ partnerId }) => partnerId === named);
};

/**
 * Who pays for the reading of a call if its caller can't. The body of a call of a member of several partners says for which of them it
 * is, so that the member pays, unless the query says it.
 * @throws ServiceError unauthenticated, invitation_pending when there is no caller at all
 */
const payerBefore = (identified: Identified, query: string): Payer => {
  const { callers, invited, left, refusal } = identified;
  const [first, ...others] = [...callers, ...invited, ...left];
  if (first === undefined) throw refusal();
  const caller = others.length === 0 ? first : callerInQuery(identified, query);
  if (caller !== undefined) return payerOf(caller);
  return first.kind === 'member' ? personally(first.memberId) : payerOf(first);
};

/** A call that is not read yet: its caller's credentials, and what its event shows without a parser. */
interface Unread {
  readonly identified: Identified;
  readonly method: string;
  readonly event: Pick<APIGatewayProxyEventV2, 'rawQueryString' | 'body' | 'isBase64Encoded'>;
}

/**
 * Refuses calls before they are read, which costs the more, the larger they are.
 *
 * A call whose bucket is known to be empty here is refused by its credentials alone. Any other is read, and then pays one token at least:
 * in the class of its route, or, where that is refused, as a call that is refused. So the buckets bound how many calls are read, and a
 * call that is carried out debits one bucket only.
 *
 * Reports come faster than commands may, so they are recognised by their route in the query, or by its name somewhere in the body.
 */
export class Gate {
  readonly #limiter: RateLimiter;
  readonly #routes: ReadonlyMap<string, Route>;
  readonly #unread: Unread;
  readonly #payer: Payer;

  /** @throws ServiceError unauthenticated, invitation_pending when there is no caller at all */
  constructor(limiter: RateLimiter, routes: ReadonlyMap<string, Route>, unread: Unread) {
    this.#limiter = limiter;
    this.#routes = routes;
    this.#unread = unread;
    this.#payer = payerBefore(unread.identified, unread.event.rawQueryString);
  }

  get identified(): Identified {
    return this.#unread.identified;
  }

  /** The class of a call that is refused before it is known to be one of its route. */
  get usualClass(): RateClass {
    return usualClassOf(this.#unread.method);
  }

  /** Who is answered and counted when the call can't be read; null for a person without a partner. */
  get caller(): Caller | null {
    const { identified, event } = this.#unread;
    return callerInQuery(identified, event.rawQueryString) ?? identified.callers[0] ?? null;
  }

  /** Why the call is not read; null when it is. */
  refusal(now: Milliseconds): Refusal | null {
    const refused = this.#isReportInQuery() ? null : this.#refusalOf(this.usualClass, now);
    if (this.#isReportInQuery() || (refused !== null && this.#isReportInBody()))
      return this.#refusalOf('delivery_reports', now);
    return refused;
  }

  /** Debits a token for a call that was read, and that the bucket of its own class refused. */
  async pay(now: Milliseconds): Promise<void> {
    if (await this.#takes(this.usualClass, now)) return;
    if (this.#isReportInQuery() || this.#isReportInBody()) await this.#takes('delivery_reports', now);
  }

  #refusalOf(rateClass: RateClass, now: Milliseconds): Refusal | null {
    return this.#limiter.refusal(this.#payer.id, rateClass, now, this.#payer.terms);
  }

  async #takes(rateClass: RateClass, now: Milliseconds): Promise<boolean> {
    try {
      await this.#limiter.admit(this.#payer.id, rateClass, now, this.#payer.terms).granted;
      return true;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'rate_limited') return false;
      throw error;
    }
  }

  #isReportInQuery(): boolean {
    const row = this.#routes.get(routeInQuery(this.#unread.event.rawQueryString));
    return row !== undefined && isOfReports(row);
  }

  #isReportInBody(): boolean {
    if (this.#unread.method !== 'POST') return false;
    const rows = Array.from(this.#routes.values()).filter(isOfReports);
    const most = Math.max(...rows.map(({ mostBodyBytes = maxBodyBytes }) => mostBodyBytes));
    if (bodySize(this.#unread.event) > most) return false;
    return bodySays(
      this.#unread.event,
      rows.map(({ route }) => route),
    );
  }
}
