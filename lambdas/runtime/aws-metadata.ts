import * as z from 'zod/mini';

const bearer = z.object({
  $metadata: z.object({
    requestId: z.optional(z.string()),
    httpStatusCode: z.optional(z.number()),
    attempts: z.optional(z.number()),
  }),
});

/** What the SDK says of a call with its answer or its error; undefined for others. AWS asks for the request id in a support case. */
export const awsMetadataOf = (answer: unknown): z.infer<typeof bearer>['$metadata'] | undefined =>
  bearer.safeParse(answer).data?.$metadata;
