import type { connectPage as en } from '../en/connect-page.ts';

export const connectPage: typeof en = {
  title: 'Página de conexão',
  description:
    'A página que seus clientes veem ao abrir um link de conexão. As alterações valem imediatamente para todos os links.',
  settings: 'Configurações',
  name: 'Nome',
  nameWhy: 'Aparece no lugar do nome da sua empresa.',
  color: 'Cor',
  colorWhy: 'Cor dos botões, no formato #rrggbb. A página clareia ou escurece os textos para que sejam legíveis.',
  pickColor: 'Escolher a cor',
  logo: 'Endereço do logotipo',
  logoWhy: 'PNG, JPEG, WebP ou GIF, até 100 KiB. A imagem é baixada uma vez, ao salvar, e fica guardada.',
  readAgain: 'Baixar a imagem de novo',
  readAgainWhy: 'Marque se a imagem deste endereço mudou.',
  privacy: 'Endereço da política de privacidade',
  privacyWhy: 'Um link no fim da página.',
  preview: 'Prévia',
  previewWhy: 'Como a página começa. Ela usa o idioma do link ou o do navegador do cliente.',
  language: 'Idioma da página',
  logoHere: 'Logotipo',
};
