import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { StackDescription } from '../../local/state-file.ts';

type Body = Readonly<Record<string, unknown>>;

const errorBody = z.object({ error: z.object({ code: z.string() }) });
const json = z.record(z.string(), z.unknown());
const pause = 250;
const mostTries = 400;

/** A partner's backend. It repeats a call with its key until it has a final answer, and counts the answers. */
export class Client {
  /** The number of answers with each status and code, including repeated calls. */
  readonly answers = new Map<string, number>();
  readonly #description: StackDescription;

  constructor(description: StackDescription) {
    this.#description = description;
  }

  query(route: string, given: Readonly<Record<string, string>> = {}): Promise<Body> {
    return this.#persist(async () => {
      const url = `${this.#description.api_url}?${new URLSearchParams({ route, ...given }).toString()}`;
      return fetch(url, { headers: this.#headers() });
    });
  }

  command(method: 'POST' | 'PATCH', route: string, given: Body): Promise<Body> {
    const key = randomUUID();
    return this.#persist(() =>
      fetch(this.#description.api_url, {
        method,
        headers: { ...this.#headers(), 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ route, ...given }),
      }),
    );
  }

  #headers(): Record<string, string> {
    const { apikey, partners } = this.#description;
    return { apikey, authorization: `Bearer ${partners[0]?.api_key ?? ''}` };
  }

  /** @throws Error with a final refusal */
  async #persist(ask: () => Promise<Response>): Promise<Body> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const body = await this.#once(ask);
      if (body !== null) return body;
      await sleep(pause);
    }
    throw new Error('there is no final answer');
  }

  async #once(ask: () => Promise<Response>): Promise<Body | null> {
    try {
      const response = await ask();
      const body = json.parse(await response.json());
      const code = errorBody.safeParse(body).data?.error.code ?? 'ok';
      this.#count(`${response.status} ${code}`);
      if (response.ok) return body;
      const isTransient = response.status >= 500 || response.status === 429 || code === 'idempotency_in_progress';
      if (!isTransient) throw new Refusal(`${response.status} ${code}`);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      this.#count('no answer');
    }
    return null;
  }

  #count(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
  }
}

/** A final refusal. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
