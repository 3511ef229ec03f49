import * as z from 'zod/mini';

const issued = z.object({ token: z.string() });
const shownMilliseconds = 1_500;

const tokenOf = async (email: string): Promise<string> => {
  const response = await fetch('/console/token', { method: 'POST', body: JSON.stringify({ email }) });
  return issued.parse(await response.json()).token;
};

interface Words {
  readonly text: string;
  /** The name that a screen reader reads. It begins with the text. */
  readonly label: string;
}

const said = new WeakMap<Element, { readonly usual: Words; readonly timer: number }>();

const write = (button: Element, { text, label }: Words): void => {
  button.textContent = text;
  button.setAttribute('aria-label', label);
};

/** Shows the result on the button for a moment. */
const say = (button: Element, result: string): void => {
  const before = said.get(button);
  clearTimeout(before?.timer);
  const usual = before?.usual ?? { text: button.textContent, label: button.getAttribute('aria-label') ?? '' };
  write(button, { text: result, label: `${result}: ${usual.label}` });
  const timer = setTimeout(() => {
    write(button, usual);
    said.delete(button);
  }, shownMilliseconds);
  said.set(button, { usual, timer });
};

const copy = async (button: HTMLElement, announce: (words: string) => void): Promise<void> => {
  const { copy: text, token: email } = button.dataset;
  try {
    await navigator.clipboard.writeText(email === undefined ? (text ?? '') : await tokenOf(email));
    announce('It was copied.');
    say(button, 'Copied');
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
