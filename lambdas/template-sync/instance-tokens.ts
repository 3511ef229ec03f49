import { isWell } from '../domain/instance.ts';
import { platformTokenContext } from '../domain/vault.ts';
import type { WabaAccess } from '../platform/callbacks.ts';
import { PlatformError } from '../platform/errors.ts';
import { isDoubtful } from '../lines/lose-token.ts';
import type { InstanceDeps } from '../lines/instance-deps.ts';
import { refreshNow } from '../store/instances/instance-watches.ts';
import type { InstanceRecord } from '../store/instances/instances.ts';
import { partnersInstancesOfWaba } from '../store/instances/waba-instances.ts';

interface InstanceToken {
  readonly instanceId: string;
  readonly sealedToken: string;
  readonly isConnected: boolean;
}

const tokenOf = ({ instance, sealedToken }: InstanceRecord): readonly InstanceToken[] =>
  sealedToken !== null && isWell(instance)
    ? [{ instanceId: instance.id, sealedToken, isConnected: instance.status === 'connected' }]
    : [];

const readTokens = async (
  { table }: Pick<InstanceDeps, 'table'>,
  partnerId: string,
  wabaId: string,
): Promise<readonly InstanceToken[]> => {
  const instances = await partnersInstancesOfWaba(table, partnerId, wabaId);
  return instances.flatMap(tokenOf).sort((left, right) => Number(right.isConnected) - Number(left.isConnected));
};

/** The tokens of a partner's connected instances of a business account. Each of them can read its templates. */
export class InstanceTokens {
  readonly #deps: InstanceDeps;
  readonly #partnerId: string;
  readonly #wabaId: string;
  #left: readonly InstanceToken[];
  readonly #refused = new Set<string>();

  private constructor(deps: InstanceDeps, partnerId: string, wabaId: string, tokens: readonly InstanceToken[]) {
    this.#deps = deps;
    this.#partnerId = partnerId;
    this.#wabaId = wabaId;
    this.#left = tokens;
  }

  static async read(deps: InstanceDeps, partnerId: string, wabaId: string): Promise<InstanceTokens> {
    return new InstanceTokens(deps, partnerId, wabaId, await readTokens(deps, partnerId, wabaId));
  }

  /**
   * Calls with one token after another until one is accepted. The lines of a refused token are asked about soon.
   * @throws PlatformError of the last token; of kind `token_invalid` when there is none
   */
  async use<T>(call: (access: WabaAccess) => Promise<T>): Promise<T> {
    const [token, ...others] = this.#left;
    if (token === undefined) {
      throw new PlatformError({ kind: 'token_invalid', message: 'no connected instance has a valid token' });
    }
    try {
      return await call({ wabaId: this.#wabaId, token: await this.#open(token) });
    } catch (error) {
      if (!(error instanceof PlatformError) || !isDoubtful(error)) throw error;
      // A round asks for proof before the line counts as lost.
      await refreshNow(this.#deps.table, this.#partnerId, this.#wabaId, this.#deps.clock());
      this.#refused.add(token.sealedToken);
      this.#left = others.length > 0 ? others : await this.#newer();
      if (this.#left.length === 0) throw error;
      return this.use(call);
    }
  }

  /** The tokens of instances that were connected since the tokens were read. */
  async #newer(): Promise<readonly InstanceToken[]> {
    const tokens = await readTokens(this.#deps, this.#partnerId, this.#wabaId);
    return tokens.filter(({ sealedToken }) => !this.#refused.has(sealedToken));
  }

  #open({ instanceId, sealedToken }: InstanceToken): Promise<string> {
    return this.#deps.vault.open(sealedToken, platformTokenContext(this.#partnerId, instanceId));
  }
}
