/**
 * What an end customer's browser does with a link: opens the sign-up, agrees at the simulated platform and comes back,
 * with the cookie that the sign-up has set.
 * @returns where the browser is sent in the end
 */
export const openLink = async (link: string): Promise<string> => {
  const follow = async (url: string, init: RequestInit = {}) => {
    const { headers } = await fetch(url, { ...init, redirect: 'manual' });
    return { location: new URL(headers.get('location') ?? '', url).href, cookies: headers.getSetCookie() };
  };
  const begun = await follow(`${link}/start`, { method: 'POST' });
  const agreed = await follow(`${begun.location}&auto=1`);
  const cookie = begun.cookies.map((one) => one.split(';')[0]).join('; ');
  return (await follow(agreed.location, { headers: { cookie } })).location;
};
