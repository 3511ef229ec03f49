/** Where the pages of a link are, on the site. */
export const pathsOf = (token: string) => {
  const page = `/connect/${token}`;
  return { page, start: `${page}/start`, cancel: `${page}/cancel`, progress: `${page}/progress` };
};

/** Where the platform sends the browser back to. */
export const callbackPath = '/connect/callback';
