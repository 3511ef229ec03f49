import * as z from 'zod/mini';

const issued = z.object({ token: z.string() });
const shownMilliseconds = 1_500;

const tokenOf = async (email: string): Promise<string> => {
  const response = await fetch('/console/token', { method: 'POST', body: JSON.stringify({ email }) });
  return issued.parse(await response.json()).token;
};

const said = new WeakMap<Element, { readonly text: string; readonly timer: number }>();

/** Shows the result on the button for a moment. */
const say = (button: Element, words: string): void => {
  const before = said.get(button);
  clearTimeout(before?.timer);
  const text = before?.text ?? button.textContent;
  button.textContent = words;
  const timer = setTimeout(() => {
    button.textContent = text;
    said.delete(button);
  }, shownMilliseconds);
  said.set(button, { text, timer });
};

const copy = async (button: HTMLElement, announce: (words: string) => void): Promise<void> => {
  const { copy: text, token: email } = button.dataset;
  try {
    await navigator.clipboard.writeText(email === undefined ? (text ?? '') : await tokenOf(email));
    say(button, 'Copied');
    announce(`${button.getAttribute('aria-label')?.replace(/^Copy /, '') ?? 'It'} was copied.`);
  } catch {
    say(button, 'Failed');
    announce('It could not be copied.');
  }
};

/** Makes the page's copy buttons work, including those that are added later. */
export const enableCopying = (announce: (words: string) => void): void => {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button.copy') : null;
    if (button !== null) void copy(button, announce);
  });
};
