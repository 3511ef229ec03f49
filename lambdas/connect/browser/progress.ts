/**
 * The script of the progress page. It loads the page anew when there is something new, because each load interrupts people who
 * have the page read to them: https://www.w3.org/WAI/WCAG22/Techniques/failures/F41
 */

/** Milliseconds. */
const pause = 3_000;

const watch = (link: HTMLAnchorElement): void => {
  const known = `data-step="${link.dataset['step'] ?? ''}"`;
  const look = async (): Promise<boolean> => {
    // At the end of the session the answer leads elsewhere, perhaps to the partner's site.
    const answer = await fetch(link.href, { redirect: 'manual' });
    if (answer.type === 'opaqueredirect') return true;
    return answer.ok && !(await answer.text()).includes(known);
  };
  const again = (): void => {
    setTimeout(() => {
      look().then(
        (isNew) => {
          if (isNew) location.replace(link.href);
          else again();
        },
        // Without a connection nothing is known.
        again,
      );
    }, pause);
  };
  again();
};

const link = document.querySelector('#look');
if (link instanceof HTMLAnchorElement) watch(link);
