/** A day of the changelog: `## 2026-11-28`, and its text. */
interface Day {
  readonly date: string;
  readonly title: string;
  readonly text: string;
}

export const daysOf = (changelog: string): readonly Day[] =>
  Array.from(
    changelog.matchAll(/^## ((\d{4}-\d\d-\d\d).*)\n([^]*?)(?=^## |(?![^]))/gm),
    ([, title = '', date = '', text = '']) => ({
      date,
      title,
      text: text.trim(),
    }),
  );

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The anchor that VitePress gives a heading of letters, digits, dots and commas. */
const anchorOf = (title: string): string =>
  `${/^\d/.test(title) ? '_' : ''}${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;

/** The changelog as a feed, with an entry for each day. https://www.rfc-editor.org/rfc/rfc4287 */
export const changelogFeed = (changelog: string): string => {
  const days = daysOf(changelog);
  const timeOf = ({ date }: Day): string => `${date}T00:00:00Z`;
  const id = 'tag:swift-worker.invalid,2026:changelog';
  const entries = days.map(
    (day) => `  <entry>
    <id>${id}/${day.date}</id>
    <title>${escaped(day.title)}</title>
    <updated>${timeOf(day)}</updated>
    <link href="changelog.html#${anchorOf(day.title)}"/>
    <content type="text">${escaped(day.text)}</content>
  </entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${id}</id>
  <title>swift-worker: changelog</title>
  <author><name>swift-worker</name></author>
  <updated>${days[0] === undefined ? '' : timeOf(days[0])}</updated>
  <link rel="self" href="changelog.atom"/>
${entries.join('\n')}
</feed>
`;
};
