import type { HostedLanguage } from '../connect-page/hosted-texts.ts';

/** How a link is sent. */
export const channels = ['email', 'message'] as const;
export type Channel = (typeof channels)[number];

/** The words around a link. `{customer}`, `{partner}`, `{link}` and `{until}` are filled in. */
export type LinkWords = Readonly<Record<Channel | 'subject', string>>;

/** The languages of the page that a link opens, each in itself: https://www.w3.org/International/questions/qa-link-lang */
export const linkLanguages: readonly (readonly [HostedLanguage, string])[] = [
  ['en', 'English'],
  ['pt', 'Português'],
  ['es', 'Español'],
  ['hi', 'हिन्दी'],
  ['id', 'Bahasa Indonesia'],
  ['ar', 'العربية'],
];

/** The words that a partner begins with. */
const firstWords: Readonly<Record<HostedLanguage, LinkWords>> = {
  en: {
    subject: 'Connect your phone number to {partner}',
    email:
      'Hello {customer},\n\nplease connect your business’s phone number. It takes a few minutes:\n\n{link}\n\nThe link is valid until {until}. If you have questions, answer this e-mail.\n\n{partner}',
    message:
      'Hello {customer}, please connect your business’s phone number here: {link}\nThe link is valid until {until}. {partner}',
  },
  pt: {
    subject: 'Conecte o número da sua empresa a {partner}',
    email:
      'Olá, {customer}!\n\nConecte o número de telefone da sua empresa. Leva poucos minutos:\n\n{link}\n\nO link vale até {until}. Em caso de dúvida, responda a este e-mail.\n\n{partner}',
    message:
      'Olá, {customer}! Conecte aqui o número de telefone da sua empresa: {link}\nO link vale até {until}. {partner}',
  },
  es: {
    subject: 'Conecte el número de su empresa con {partner}',
    email:
      'Hola, {customer}:\n\nConecte el número de teléfono de su empresa. Tarda unos minutos:\n\n{link}\n\nEl enlace es válido hasta el {until}. Si tiene preguntas, responda a este correo.\n\n{partner}',
    message:
      'Hola, {customer}: conecte aquí el número de teléfono de su empresa: {link}\nEl enlace es válido hasta el {until}. {partner}',
  },
  hi: {
    subject: 'अपना फ़ोन नंबर {partner} से जोड़ें',
    email:
      'नमस्ते {customer},\n\nकृपया अपने व्यवसाय का फ़ोन नंबर जोड़ें। इसमें कुछ मिनट लगते हैं:\n\n{link}\n\nलिंक {until} तक मान्य है। कोई प्रश्न हो तो इस ईमेल का उत्तर दें।\n\n{partner}',
    message: 'नमस्ते {customer}, कृपया अपने व्यवसाय का फ़ोन नंबर यहाँ जोड़ें: {link}\nलिंक {until} तक मान्य है। {partner}',
  },
  id: {
    subject: 'Hubungkan nomor telepon Anda ke {partner}',
    email:
      'Halo {customer},\n\nsilakan hubungkan nomor telepon bisnis Anda. Hanya beberapa menit:\n\n{link}\n\nTautan berlaku sampai {until}. Jika ada pertanyaan, balas email ini.\n\n{partner}',
    message:
      'Halo {customer}, silakan hubungkan nomor telepon bisnis Anda di sini: {link}\nTautan berlaku sampai {until}. {partner}',
  },
  ar: {
    subject: 'اربط رقم هاتفك بـ {partner}',
    email:
      'مرحبًا {customer}،\n\nيُرجى ربط رقم هاتف نشاطك التجاري. يستغرق ذلك بضع دقائق:\n\n{link}\n\nالرابط صالح حتى {until}. إذا كانت لديك أسئلة فأجب عن هذه الرسالة.\n\n{partner}',
    message: 'مرحبًا {customer}، يُرجى ربط رقم هاتف نشاطك التجاري هنا: {link}\nالرابط صالح حتى {until}. {partner}',
  },
};

/** The words of a partner in a language as the member last changed them in this browser. They name no customer. */
const placeOf = (partnerId: string, language: HostedLanguage, part: keyof LinkWords): string =>
  `portal.link-words.${partnerId}.${language}.${part}`;

export const wordsOf = (partnerId: string, language: HostedLanguage): LinkWords => {
  const first = firstWords[language];
  const own = (part: keyof LinkWords): string =>
    localStorage.getItem(placeOf(partnerId, language, part)) ?? first[part];
  return { subject: own('subject'), email: own('email'), message: own('message') };
};

/** Keeps the member's words; those of the portal are kept nowhere, so that an empty text brings them back. */
export const keepWords = (partnerId: string, language: HostedLanguage, part: keyof LinkWords, text: string): void => {
  const place = placeOf(partnerId, language, part);
  if (text.trim() === '' || text === firstWords[language][part]) localStorage.removeItem(place);
  else localStorage.setItem(place, text);
};

export interface LinkFacts {
  readonly customer: string;
  readonly partner: string;
  readonly link: string;
  /** Until when the link is valid, in ISO 8601. */
  readonly until: string;
}

/** With the zone: the customer may be in another one. */
const wholeTime: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
};

/** The words of a link for its customer, with the time in the customer's language. */
export const filledWords = (text: string, language: HostedLanguage, { until, ...facts }: LinkFacts): string => {
  const time = new Intl.DateTimeFormat(language, wholeTime).format(new Date(until));
  const values: Readonly<Record<string, string>> = { ...facts, until: time };
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
};
