/**
 * Plays an end customer's browser with a link: opens the sign-up, agrees at the simulated platform and returns with the
 * cookie that the sign-up has set.
 * @param phoneNumberId the number that is chosen; left out: a new one
 * @returns the address that the browser is redirected to at the end
 */
export const openLink = async (link: string, phoneNumberId?: string): Promise<string> => {
  const follow = async (url: string, init: RequestInit = {}) => {
    const { headers } = await fetch(url, { ...init, redirect: 'manual' });
    return { location: new URL(headers.get('location') ?? '', url).href, cookies: headers.getSetCookie() };
  };
  const begun = await follow(`${link}/start`, { method: 'POST' });
  const chosen = phoneNumberId === undefined ? '' : `&number=${phoneNumberId}`;
  const agreed = await follow(`${begun.location}&auto=1${chosen}`);
  const cookie = begun.cookies.map((one) => one.split(';')[0]).join('; ');
  return (await follow(agreed.location, { headers: { cookie } })).location;
};
