import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1));

const access = z.object({
  apikey: text,
  /** A key of the probe's partner with all scopes. */
  key: text,
  webhook_secret: text,
  /** A number that a line of the partner was connected to; without one, no status can be reported. */
  phone_number_id: z.optional(text),
});

/** What the probe calls the stage with. */
export type ProbeAccess = Readonly<z.infer<typeof access>>;

/** @param secret a person stores it, and it is random until then @returns null while it is no access */
export const readAccess = (secret: string): ProbeAccess | null => {
  try {
    return access.parse(JSON.parse(secret));
  } catch {
    return null;
  }
};
