import { z } from 'zod';

/** The systems around the service on the local stack. */
export interface Surroundings {
  /** The address that makes the simulated platform fail. */
  readonly platformControlUrl: string;
  /** The requests that the partner's endpoint received. */
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

/** While `act` runs, the platform fails whenever the number's callback is changed. */
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

/** Deliveries to the endpoint, in the order of arrival. */
export const deliveriesTo = async ({ inboxUrl }: Surroundings): Promise<readonly Delivery[]> => {
  const response = await fetch(`${inboxUrl}?partner=1`);
  return z
    .array(delivery)
    .parse(await response.json())
    .filter(({ method }) => method === 'POST');
};
