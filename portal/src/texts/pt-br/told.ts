import type { told as en } from '../en/told.ts';
import { troubles } from './troubles.ts';

export const told: typeof en = {
  'An instance needs to be connected again': {
    title: 'Uma linha precisa ser reconectada',
    why: () => 'Ela não envia nem recebe nada até o cliente reconectar. Crie um link e envie.',
  },
  'A platform token expires soon': {
    title: 'Uma linha precisa ser reconectada em breve',
    why: ([days = '']) =>
      `O acesso dela à plataforma termina em ${days === '1' ? '1 dia' : `${days} dias`}. Crie um link de reconexão e envie.`,
  },
  'An instance works again': {
    title: 'Uma linha voltou a funcionar',
    why: () => 'A plataforma aceita o acesso dela novamente. Não é preciso fazer nada.',
  },
  'A number of the business app is paused': {
    title: 'Um número do aplicativo está pausado',
    why: () =>
      'A empresa trocou de celular ou registrou o aplicativo de novo. Os envios falham até ela voltar ao aplicativo.',
  },
  'A callback could not be removed': {
    title: 'Uma linha não pôde ser removida',
    why: () => 'A plataforma não removeu o callback, e a vaga continua ocupada. Desative a linha novamente.',
  },
  'The platform flagged a number': {
    title: 'A plataforma sinalizou um número',
    why: () => 'A qualidade é baixa. Se continuar assim, a plataforma reduz o limite.',
  },
  "A number's quality turned red": {
    title: 'A qualidade de um número está baixa',
    why: () => 'Muitos destinatários bloqueiam ou denunciam as mensagens.',
  },
  'The platform restricted a number': {
    title: 'A plataforma restringiu um número',
    why: ([code]) =>
      `Ele não envia nada, ou só em parte. ${code === undefined ? 'A linha mostra a situação na plataforma.' : troubles.reason(code)}`,
  },
  'A number is no longer connected at the platform': {
    title: 'Um número não está mais conectado na plataforma',
    why: ([code = '']) => `Ele não envia nada. ${troubles.reason(code)}`,
  },
  'The platform blocks a number': {
    title: 'A plataforma bloqueia as mensagens de uma linha',
    why: ([code = '']) => troubles.reason(code),
  },
  'The platform limits a number': {
    title: 'A plataforma limita as mensagens de uma linha',
    why: ([code = '']) => troubles.reason(code),
  },
  'A number can send again': {
    title: 'Uma linha pode enviar de novo',
    why: () => 'A plataforma não a limita nem bloqueia mais.',
  },
  'A display name was declined': {
    title: 'Um nome de exibição foi recusado',
    why: () => 'O cliente escolhe outro nome no Gerenciador do WhatsApp.',
  },
  'A display name was approved': {
    title: 'Um nome de exibição foi aprovado',
    why: () => 'O serviço registra o número com ele em alguns minutos.',
  },
  'An approved display name could not be registered': {
    title: 'Um nome de exibição aprovado não pôde ser registrado',
    why: () => 'Reconecte a linha em até 14 dias após a aprovação.',
  },
  'The platform refuses valid access': {
    title: 'A plataforma recusa acessos válidos',
    why: () =>
      'Ela recusa várias contas comerciais ao mesmo tempo. Nenhuma linha conta como perdida; os envios podem falhar por um tempo.',
  },
  'The platform restricted a business account': {
    title: 'A plataforma restringiu uma conta comercial',
    why: () => 'As linhas não enviam nada, ou só em parte, até a plataforma retirar a restrição.',
  },
  'Your webhook endpoint keeps failing': {
    title: 'Seu endpoint continua falhando',
    why: () =>
      'Ele não aceitou eventos por metade do tempo após o qual é desativado. Os eventos esperam e são enviados quando ele responder.',
  },
  'Your webhook endpoint was disabled': {
    title: 'Seu endpoint foi desativado',
    why: () =>
      'Ele falhou por tempo demais ou respondeu 410. Os eventos ficam guardados por 30 dias. Salve o endpoint para ativá-lo.',
  },
  'Callbacks could not be moved to your new webhook endpoint': {
    title: 'Callbacks não puderam ser movidos para o novo endpoint',
    why: ([failed = '', total = '']) => `${failed} de ${total} linhas ainda usam o anterior. Repita a migração.`,
  },
  'Many messages of an instance fail': {
    title: 'Muitas mensagens de uma linha falham',
    why: ([share = '', hours = '']) => `${share.replace('.', ',')}% das mensagens das últimas ${hours} horas falharam.`,
  },
  'More messages of an instance fail than usual': {
    title: 'Mais mensagens de uma linha falham que o normal',
    why: ([share = '', hours = '']) => `${share.replace('.', ',')}% das mensagens das últimas ${hours} horas falharam.`,
  },
  'Few slots are left': {
    title: 'Restam poucas vagas',
    why: ([taken = '', limit = '']) => `${taken} de ${limit} vagas estão ocupadas. Peça mais ao operador.`,
  },
  'All slots are taken': {
    title: 'Todas as vagas estão ocupadas',
    why: ([taken = '', limit = '']) => `${taken} de ${limit} vagas estão ocupadas. Novas linhas são recusadas.`,
  },
  'The category of a template will change': {
    title: 'A categoria de um modelo vai mudar',
    why: () =>
      'A plataforma fará a mudança em até um dia. Os preços e as regras mudam junto. O modelo mostra a nova categoria.',
  },
  'A template was rejected': {
    title: 'Um modelo foi rejeitado',
    why: ([name = '', language = '', said = '']) =>
      `${name} (${language}) não pode ser enviado.${said === '' ? '' : ` A plataforma diz: ${said}`}`,
  },
  'A template was paused': {
    title: 'Um modelo foi pausado',
    why: ([name = '', language = '']) =>
      `${name} (${language}) não pode ser enviado até a plataforma retirar a pausa. A qualidade é baixa.`,
  },
  'A template was disabled': {
    title: 'Um modelo foi desativado',
    why: ([name = '', language = '']) => `${name} (${language}) não pode mais ser enviado. Edite-o ou use outro.`,
  },
};
