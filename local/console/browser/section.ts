import { find } from './element.ts';

/** What each section showed last. A section is rebuilt only after a change. */
const shown = new Map<string, string>();

const keyOf = (element: Element | null): string | null =>
  element?.closest('[data-key]')?.getAttribute('data-key') ?? null;

const byKey = (part: Element, key: string): HTMLElement | null =>
  part.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);

/**
 * Rebuilds a live section of the page. Open details stay open and the focus is kept, for elements that are still there
 * under the same `data-key`.
 */
export const show = (id: string, what: unknown, build: () => readonly Node[]): void => {
  const seen = JSON.stringify(what);
  if (shown.get(id) === seen) return;
  shown.set(id, seen);
  const part = find(`#${id} .live`, HTMLElement);
  const open = Array.from(part.querySelectorAll('details[open] > summary'), keyOf);
  const focused = part.contains(document.activeElement) ? keyOf(document.activeElement) : null;
  part.replaceChildren(...build());
  for (const key of open) if (key !== null) byKey(part, key)?.closest('details')?.setAttribute('open', '');
  if (focused !== null) byKey(part, focused)?.focus({ preventScroll: true });
};
