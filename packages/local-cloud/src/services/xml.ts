import type { AwsAnswer } from './aws-service.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** @param kind `text`: the content is escaped; `inner`: it is made of elements */
export const element = (name: string, content: string, kind: 'text' | 'inner' = 'inner'): string => {
  const inner = kind === 'inner' ? content : content.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
  return `<${name}>${inner}</${name}>`;
};

/** An answer of the REST XML protocol. */
export const xmlAnswer = (status: number, body: string): AwsAnswer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
});
