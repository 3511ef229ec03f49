/** IAM's patterns: `*` stands for any text, `?` for one character. Case counts. */
export const wildcard = (pattern: string): ((text: string) => boolean) => {
  if (pattern === '*') return () => true;
  if (!/[*?]/.test(pattern)) return (text) => text === pattern;
  const source = pattern
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^${source}$`, 'su');
  return (text) => expression.test(text);
};
