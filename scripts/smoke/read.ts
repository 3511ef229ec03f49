const waited = 35_000;

/** Reads a public page or file, without following a redirect. */
export const read = (url: string | URL): Promise<Response> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(waited) });
