import type { WabaAccess } from '../platform/callbacks.ts';
import { PlatformError } from '../platform/errors.ts';
import { loseToken } from '../instances/lose-token.ts';
import { lineErrorOf } from '../instances/line-error.ts';
import type { LineDeps } from '../instances/line-deps.ts';
import type { InstanceRecord } from '../store/instances/instances.ts';
import { partnersLinesOfWaba } from '../store/instances/waba-lines.ts';

interface LineToken {
  readonly instanceId: string;
  readonly sealedToken: string;
  readonly isWell: boolean;
}

/** What another line's token may be good for, when one is refused. */
const tokenKinds: ReadonlySet<PlatformError['kind']> = new Set<PlatformError['kind']>([
  'token_invalid',
  'permission',
  'gone',
]);

const tokenOf = ({ instance, sealedToken }: InstanceRecord): readonly LineToken[] =>
  sealedToken !== null && (instance.status === 'connected' || instance.status === 'degraded')
    ? [{ instanceId: instance.id, sealedToken, isWell: instance.status === 'connected' }]
    : [];

/** The tokens of a partner's connected lines of a business account: any of them reads its templates. */
export class LineTokens {
  readonly #deps: LineDeps;
  readonly #partnerId: string;
  readonly #wabaId: string;
  #left: readonly LineToken[];

  private constructor(deps: LineDeps, partnerId: string, wabaId: string, tokens: readonly LineToken[]) {
    this.#deps = deps;
    this.#partnerId = partnerId;
    this.#wabaId = wabaId;
    this.#left = tokens;
  }

  static async read(deps: LineDeps, partnerId: string, wabaId: string): Promise<LineTokens> {
    const lines = await partnersLinesOfWaba(deps.table, partnerId, wabaId);
    const tokens = lines.flatMap(tokenOf).sort((left, right) => Number(right.isWell) - Number(left.isWell));
    return new LineTokens(deps, partnerId, wabaId, tokens);
  }

  /**
   * Calls with one line's token after another's, until one is good. A line whose token has died says so from then on.
   * @throws PlatformError of the last one; of kind `token_invalid` when there is none
   */
  async use<T>(call: (access: WabaAccess) => Promise<T>): Promise<T> {
    const [token, ...others] = this.#left;
    if (token === undefined) {
      throw new PlatformError({ kind: 'token_invalid', message: 'no connected line has a token that is accepted' });
    }
    try {
      return await call({ wabaId: this.#wabaId, token: await this.#open(token) });
    } catch (error) {
      if (!(error instanceof PlatformError) || !tokenKinds.has(error.kind)) throw error;
      if (error.kind === 'token_invalid') await this.#lose(token, error);
      this.#left = others;
      if (others.length === 0) throw error;
      return this.use(call);
    }
  }

  #open({ instanceId, sealedToken }: LineToken): Promise<string> {
    const context = { partner_id: this.#partnerId, record_id: instanceId, purpose: 'platform_token' } as const;
    return this.#deps.vault.open(sealedToken, context);
  }

  #lose({ instanceId, sealedToken }: LineToken, error: PlatformError): Promise<void> {
    const shown = lineErrorOf(error, this.#deps.clock());
    return loseToken(this.#deps, this.#partnerId, instanceId, sealedToken, shown);
  }
}
