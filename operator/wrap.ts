/** A text in lines of so many characters at most, each but the first behind an indent. Words are not cut. */
export const wrapped = (text: string, columns: number, indent: string): string => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const room = columns - (lines.length === 0 ? 0 : indent.length);
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${indent}`);
};
