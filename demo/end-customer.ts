import { setTimeout } from 'node:timers/promises';

/** The hidden fields of the form that a page sends to a path. @throws Error when the page has no such form */
const hiddenFields = (page: string, path: string): URLSearchParams => {
  const form = page.split('<form ').find((part) => part.includes(`action="${path}"`));
  if (form === undefined) throw new Error(`the page has no form for ${path}: its link may be used, expired or revoked`);
  const [inside = ''] = form.split('</form>');
  const fields = [...inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return new URLSearchParams(fields.map(([, name = '', value = '']): [string, string] => [name, value]));
};

/** Ten minutes: tries of a step have pauses. */
const mostPolls = 1_200;

/** While the connection is made, the browser polls the page of its progress, which redirects it in the end. */
const pastProgress = async (url: string): Promise<string> => {
  if (!new URL(url).pathname.endsWith('/progress')) return url;
  for (let polls = 0; polls < mostPolls; polls += 1) {
    const { headers } = await fetch(url, { redirect: 'manual' });
    const location = headers.get('location');
    if (location !== null) return new URL(location, url).href;
    await setTimeout(500);
  }
  throw new Error('the connection does not end');
};

/**
 * Plays an end customer's browser with a link: loads its page, sends the form that opens the sign-up, agrees at the
 * simulated platform and returns with the cookies that were set.
 * @param phoneNumberId the number that is chosen; left out: a new one
 * @returns the address that the browser is redirected to when it comes back, while the connection may still be made
 */
export const signUp = async (link: string, phoneNumberId?: string): Promise<string> => {
  const follow = async (url: string, init: RequestInit = {}) => {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const { headers } = response;
    const cookie = headers.getSetCookie().map((one) => one.split(';')[0]);
    return { location: new URL(headers.get('location') ?? '', url).href, cookie: cookie.join('; '), response };
  };
  const page = await follow(link);
  const start = `${new URL(link).pathname}/start`;
  const body = hiddenFields(await page.response.text(), start);
  const begun = await follow(`${link}/start`, { method: 'POST', headers: { cookie: page.cookie }, body });
  const chosen = phoneNumberId === undefined ? '' : `&number=${phoneNumberId}`;
  const agreed = await follow(`${begun.location}&auto=1${chosen}`);
  return (await follow(agreed.location, { headers: { cookie: begun.cookie } })).location;
};

/** Plays an end customer's browser with a link until the connection is made. @returns the address that it is redirected to at the end */
export const openLink = async (link: string, phoneNumberId?: string): Promise<string> =>
  pastProgress(await signUp(link, phoneNumberId));
