export interface Tab {
  readonly language: string;
  readonly label: string;
  readonly text: string;
}

const fenced = ({ language, label, text }: Tab): string => `\`\`\`${language} [${label}]\n${text}\n\`\`\``;

/** Samples as tabs: https://vitepress.dev/guide/markdown#code-groups */
export const codeGroup = (tabs: readonly Tab[]): string => ['::: code-group', ...tabs.map(fenced), ':::'].join('\n\n');
