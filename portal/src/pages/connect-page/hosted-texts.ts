// Made by `npm run docs` from lambdas/connect/page/words. Do not edit.

/** What the hosted page says in a language. */
export interface HostedTexts {
  readonly direction: 'ltr' | 'rtl';
  readonly title: string;
  /** Around the name of the partner. */
  readonly asks: readonly [before: string, after: string];
  readonly whatHappens: string;
  readonly steps: readonly string[];
  readonly start: string;
  readonly cancel: string;
  /** Around the name of the partner. */
  readonly privacy: readonly [before: string, after: string];
}

export const hostedLanguages = ['en', 'pt', 'es', 'hi', 'id', 'ar'] as const;
export type HostedLanguage = (typeof hostedLanguages)[number];

export const hostedTexts: Readonly<Record<HostedLanguage, HostedTexts>> = {
  en: {
    direction: 'ltr',
    title: 'Connect your number',
    asks: ['', ' asks to connect your business’s phone number to its messaging service.'],
    whatHappens: 'What will happen',
    steps: [
      'You sign in at the messaging platform. Your password stays there.',
      'Choose your business account and the phone number to connect.',
      'You come back here, and the connection is made. That takes a few seconds.',
    ],
    start: 'Continue to sign-in',
    cancel: 'Cancel',
    privacy: ['Privacy at ', ''],
  },
  pt: {
    direction: 'ltr',
    title: 'Conecte seu número',
    asks: ['', ' pede para conectar o número de telefone da sua empresa ao próprio serviço de mensagens.'],
    whatHappens: 'O que vai acontecer',
    steps: [
      'Você entra na plataforma de mensagens. Sua senha fica só lá.',
      'Você escolhe sua conta comercial e o número que quer conectar.',
      'Você volta para cá e a conexão é feita. Leva alguns segundos.',
    ],
    start: 'Continuar e entrar',
    cancel: 'Cancelar',
    privacy: ['Privacidade em ', ''],
  },
  es: {
    direction: 'ltr',
    title: 'Conecta tu número',
    asks: ['', ' te pide conectar el número de teléfono de tu empresa a su servicio de mensajería.'],
    whatHappens: 'Qué va a pasar',
    steps: [
      'Inicias sesión en la plataforma de mensajería. Tu contraseña se queda allí.',
      'Eliges tu cuenta comercial y el número de teléfono que quieres conectar.',
      'Vuelves aquí y se hace la conexión. Tarda unos segundos.',
    ],
    start: 'Continuar e iniciar sesión',
    cancel: 'Cancelar',
    privacy: ['Privacidad en ', ''],
  },
  hi: {
    direction: 'ltr',
    title: 'अपना नंबर कनेक्ट करें',
    asks: ['', ' ने आपके बिज़नेस का फ़ोन नंबर अपनी मैसेजिंग सेवा से कनेक्ट करने का अनुरोध किया है।'],
    whatHappens: 'आगे क्या होगा',
    steps: [
      'आप मैसेजिंग प्लैटफ़ॉर्म पर लॉग इन करेंगे। आपका पासवर्ड वहीं रहेगा।',
      'आप अपना बिज़नेस अकाउंट और वह फ़ोन नंबर चुनेंगे जिसे कनेक्ट करना है।',
      'आप यहाँ वापस आएँगे और कनेक्शन बन जाएगा। इसमें कुछ सेकंड लगते हैं।',
    ],
    start: 'लॉग इन करने के लिए आगे बढ़ें',
    cancel: 'रद्द करें',
    privacy: ['', ' की प्राइवेसी जानकारी'],
  },
  id: {
    direction: 'ltr',
    title: 'Hubungkan nomor Anda',
    asks: ['', ' meminta untuk menghubungkan nomor telepon bisnis Anda ke layanan pesannya.'],
    whatHappens: 'Yang akan terjadi',
    steps: [
      'Anda masuk ke platform pesan. Kata sandi Anda tetap di sana.',
      'Anda memilih akun bisnis dan nomor telepon yang akan dihubungkan.',
      'Anda kembali ke sini, lalu nomor dihubungkan. Prosesnya hanya beberapa detik.',
    ],
    start: 'Lanjut untuk masuk',
    cancel: 'Batalkan',
    privacy: ['Privasi di ', ''],
  },
  ar: {
    direction: 'rtl',
    title: 'ربط رقمك',
    asks: ['تطلب ', ' ربط رقم هاتف نشاطك التجاري بخدمة الرسائل الخاصة بها.'],
    whatHappens: 'ما الذي سيحدث',
    steps: [
      'تسجيل الدخول إلى منصة الرسائل. تبقى كلمة مرورك هناك.',
      'اختيار حسابك التجاري ورقم الهاتف المطلوب ربطه.',
      'العودة إلى هنا حيث يتم الربط خلال ثوانٍ قليلة.',
    ],
    start: 'المتابعة إلى تسجيل الدخول',
    cancel: 'إلغاء',
    privacy: ['الخصوصية لدى ', ''],
  },
};
