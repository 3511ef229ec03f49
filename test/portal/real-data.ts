/** Data as long, and in such scripts, as the platform and partners have it. */

/** 60 characters, of which the first are alike, as the ids of the platform's messages have them. */
export const messageId = (count: number): string => {
  const id = `3EB0${(count * 2_654_435_761).toString(16).toUpperCase().padStart(12, '0').slice(-12)}`;
  const bytes = Buffer.from(`\u001d\u0013\u0018\r5511987654321\u0015\u0002\u0000\u0011\u0018 ${id}\u0000`);
  return `wamid.${bytes.toString('base64').slice(0, 54)}`;
};

/** The most that a template's name may have: https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account/message_templates */
export const longTemplateName = 'confirmacao_de_pedido_com_endereco_'.repeat(15).slice(0, 512);

export const arabicName = 'مخبز الأمل للحلويات الشرقية والمعجنات الطازجة (فرع وسط المدينة)';

export const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

const branches = [
  'فرع المطار',
  'Rindfleischetikettierungsüberwachungsaufgabenübertragung',
  'Balcão da frente',
  'Entregas',
];

export const linesOfLargeCustomer = Array.from({ length: 24 }, (_, count) => ({
  key: `amal-${String(count + 1).padStart(2, '0')}`,
  label: `${branches[count % branches.length] ?? ''} ${count + 1}`,
}));
