const units = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3_600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
] as const;

/** A length of time in its largest unit: `12 s`, `3 min`. */
export const span = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const unit = units.find((each) => seconds >= each.seconds) ?? { name: 's', seconds: 1 };
  return `${Math.floor(seconds / unit.seconds)} ${unit.name}`;
};

/** How long ago it was. @param at ISO 8601 @param now epoch milliseconds */
export const ago = (at: string, now: number): string => {
  const passed = now - Date.parse(at);
  return passed < 1_000 ? 'just now' : `${span(passed)} ago`;
};

export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** Indented JSON; other text as it is. */
export const setOut = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
