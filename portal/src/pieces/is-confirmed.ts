/** What is typed to confirm, compared without regard to spaces around it, and to the isolates that a copy of the label has. */
export const isConfirmed = (typed: string, name: string): boolean =>
  typed.replaceAll(/[\u2068\u2069]/g, '').trim() === name.trim();
