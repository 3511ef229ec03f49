import { z } from 'zod';

/** What stands around the local stack, beside the service itself. */
export interface Surroundings {
  /** Where the simulated platform is told to fail. */
  readonly platformControlUrl: string;
  /** What came to the partner's webhook endpoint. */
  readonly inboxUrl: string;
  readonly webhookSecret: string;
}

const delivery = z.object({
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  received_at: z.string(),
});
export type Delivery = z.infer<typeof delivery>;

/** Instructs the simulated platform. */
export const tell = async (url: string, instructions: object): Promise<void> => {
  await fetch(url, { method: 'POST', body: JSON.stringify(instructions) });
};

/** Has the platform fail whenever the number's callback is changed, while `act` is at it. */
export const withFault = async <T>(
  { platformControlUrl: url }: Surroundings,
  number: string,
  act: () => Promise<T>,
): Promise<T> => {
  const body = { error: { message: 'Service temporarily unavailable', type: 'OAuthException', code: 2 } };
  await tell(url, { fault: { method: 'POST', path: `/${number}`, status: 503, body, times: 50 } });
  try {
    return await act();
  } finally {
    await tell(url, { clear: true });
  }
};

/** Deliveries to the endpoint, in the order of their coming. */
export const deliveriesTo = async ({ inboxUrl }: Surroundings): Promise<readonly Delivery[]> => {
  const response = await fetch(`${inboxUrl}?partner=1`);
  return z
    .array(delivery)
    .parse(await response.json())
    .filter(({ method }) => method === 'POST');
};
