import { entriesOf, type Entry } from './contents.ts';
import type { Site } from './pages.ts';

/** The first paragraph of a page, as plain text. */
const leadOf = (markdown: string): string => {
  const blocks = markdown.split(/\n{2,}/).filter((block) => /^[\p{L}`*[]/u.test(block));
  return (blocks[0] ?? '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\s+/g, ' ');
};

/** llms.txt (https://llmstxt.org): the list of pages for programs that read text. */
export const llmsText = ({ pages, contents }: Site, base: string): string => {
  const line = ({ text, page }: Entry): string =>
    `- [${text}](${base}${page}.md): ${leadOf(pages.get(`${page}.md`) ?? '')}`;
  const sections = contents.flatMap((section) => [`## ${section.title}`, entriesOf([section]).map(line).join('\n')]);
  return [
    '# swift-worker',
    '> An API through which a partner manages customers, messaging lines, the webhook endpoint, message templates, delivery health and notifications.',
    ...sections,
    '## OpenAPI',
    `- [OpenAPI 3.1 description](${base}openapi.json)\n- [The same, with a path for each route](${base}openapi-by-route.json)`,
    '## Skill',
    `- [swift-worker](${base}skills/swift-worker/SKILL.md): terms, calls, usual tasks and rules, for a coding agent`,
    '',
  ].join('\n\n');
};
