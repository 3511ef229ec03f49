export const pathsOf = (token: string) => {
  const page = `/connect/${token}`;
  return {
    page,
    start: `${page}/start`,
    cancel: `${page}/cancel`,
    choose: `${page}/choose`,
    pin: `${page}/pin`,
    finish: `${page}/finish`,
    progress: `${page}/progress`,
  };
};

/** The platform redirects the browser to this path. */
export const callbackPath = '/connect/callback';
