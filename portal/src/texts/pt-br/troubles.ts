import { troubleOfCode } from '../../pieces/platform-troubles.ts';
import type { troubles as en } from '../en/troubles.ts';

const all: typeof en.all = {
  payment_missing: {
    what: 'Sem forma de pagamento válida',
    remedy:
      'A linha não pode iniciar conversas. O cliente abre as configurações de pagamento no Gerenciador do WhatsApp e adiciona uma forma de pagamento.',
  },
  business_not_verified: {
    what: 'Empresa não verificada',
    remedy: 'O cliente inicia a verificação na Central de Segurança, nas configurações da empresa.',
  },
  account_restricted: {
    what: 'Conta comercial restrita',
    remedy: 'O cliente vê o motivo no Gerenciador do WhatsApp e pede uma revisão por lá.',
  },
  country_restricted: {
    what: 'Alguns países estão fechados para ela',
    remedy: 'A política de mensagens da plataforma diz quais países estão liberados para o tipo de negócio do cliente.',
  },
  name_not_approved: {
    what: 'Nome de exibição não aprovado',
    remedy: 'Espere a análise. Se for recusado, o cliente escolhe outro nome no Gerenciador do WhatsApp.',
  },
  number_not_verified: {
    what: 'Número não confirmado',
    remedy: 'O cliente faz o cadastro de novo e digita o código que chega por SMS ou ligação.',
  },
  pin_wrong: {
    what: 'PIN errado',
    remedy: 'O cliente muda o PIN da confirmação em duas etapas no Gerenciador do WhatsApp.',
  },
  synchronisation_failed: {
    what: 'Conversas não sincronizadas',
    remedy: 'O cliente faz o cadastro de novo, com o aplicativo aberto no celular.',
  },
  number_not_registered: {
    what: 'Número não registrado',
    remedy: 'Crie um link para reconectar a linha e envie ao cliente.',
  },
  endpoint_unreachable: {
    what: 'Seu endpoint não respondeu',
    remedy: 'Conserte o endpoint e depois conecte a linha de novo.',
  },
  quality_low: {
    what: 'Limitada por baixa qualidade',
    remedy: 'Envie menos mensagens, e só a quem as espera. O limite acaba sozinho.',
  },
  number_deleted: {
    what: 'Número excluído há pouco',
    remedy: 'Espere dez minutos e depois conecte a linha de novo.',
  },
  pin_locked: { what: 'PIN errado vezes demais', remedy: 'Espere um dia e depois conecte a linha de novo.' },
  registration_limit: {
    what: 'Registrada vezes demais',
    remedy: 'Espere três dias e depois conecte a linha de novo.',
  },
};

const reasonUnknown = 'A linha mostra o que a plataforma diz.';

export const troubles: typeof en = {
  all,
  title: 'Por que a plataforma bloqueia ou limita esta linha',
  platformSays: 'A plataforma diz',
  code: (code) => `Código ${code}`,
  reason: (code) => {
    const trouble = troubleOfCode.get(Number(code));
    return trouble === undefined ? reasonUnknown : `${all[trouble].what}. ${all[trouble].remedy}`;
  },
};
