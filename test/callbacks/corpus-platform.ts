import type { PlatformClient, PlatformRequest } from '../../lambdas/platform/client.ts';
import { errorOf, PlatformError } from '../../lambdas/platform/errors.ts';
import { corpusBody } from './corpus.ts';

type NumberFields = Readonly<Record<string, unknown>>;

/** The refusals of the corpus by the name of their file. */
const refusal = (file: string): PlatformError => {
  if (file === 'unavailable') return new PlatformError({ kind: 'transient', message: 'no answer' });
  const body = corpusBody(`graph/${file}.json`);
  const error = errorOf({ status: 400, body, regainMinutes: 0, redact: (text) => text });
  if (error === undefined) throw new Error(`${file} is no error`);
  return error;
};

/** A platform in memory whose answers a test sets. Unknown objects are gone. */
export class CorpusPlatform implements PlatformClient {
  readonly calls: string[] = [];
  readonly numbers = new Map<string, NumberFields & { readonly wabaId: string }>();
  /** By number or business account: the file of the corpus with which every call about it is refused, or `unavailable`. */
  readonly refusals = new Map<string, string>();
  /** The file of the corpus with what is known of every token. */
  token = 'debug_token.several_wabas';

  call<Answer>(request: PlatformRequest<Answer>): Promise<Answer> {
    this.calls.push(`${request.method} ${request.path}`);
    try {
      return Promise.resolve(request.answer.parse(this.#answer(request.path, request.query ?? {})));
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #answer(path: string, query: Readonly<Record<string, string>>): unknown {
    if (path === '/debug_token') return corpusBody(`graph/${this.token}.json`);
    const [, id = '', edge] = path.split('/');
    const refused = this.refusals.get(id);
    if (refused !== undefined) throw refusal(refused);
    if (edge === 'register') return { success: true };
    if (edge === 'phone_numbers') {
      const of = Array.from(this.numbers).filter(([, { wabaId }]) => wabaId === id);
      return { data: of.map(([number, fields]) => ({ ...fields, id: number })) };
    }
    const number = this.numbers.get(id);
    if (number === undefined) throw refusal('error.object_gone');
    return query['fields'] === 'webhook_configuration' ? { id, webhook_configuration: {} } : { ...number, id };
  }
}
