import type { overview as en } from '../en/overview.ts';
import { isolated } from '../../pieces/isolated.ts';

export const overview: typeof en = {
  title: 'Visão geral',
  welcome: (partner) => `O que ${isolated(partner)} precisa ver agora`,
  allWell: 'Nada requer sua atenção agora',
  allWellWhy: 'Nenhuma linha aguarda reconexão, nenhuma remoção falhou e o endpoint funciona.',
  attention: 'O que requer sua atenção',
  broken: (count) =>
    count === 1 ? 'Algo não funciona e requer sua atenção agora' : `${count} problemas requerem sua atenção agora`,
  worthALook: (count) =>
    count === 1 ? 'Nada está parado. Há um ponto a conferir' : `Nada está parado. Há ${count} pontos a conferir`,
  brokenSeen: (count) => (count === 1 ? 'Algo não funciona' : `${count} coisas não funcionam`),
  reconnect: (count) => (count === 1 ? '1 linha precisa ser reconectada' : `${count} linhas precisam ser reconectadas`),
  reconnectWhy: 'Nada é enviado nem recebido até o cliente conectar novamente.',
  removal: (count) => (count === 1 ? '1 linha não pôde ser removida' : `${count} linhas não puderam ser removidas`),
  removalWhy: 'A plataforma não removeu o callback. A vaga fica ocupada até você desativar a linha novamente.',
  degraded: (count) => (count === 1 ? '1 linha está degradada' : `${count} linhas estão degradadas`),
  degradedWhy: 'A plataforma limita o envio, ou o callback aponta para outro lugar.',
  templates: (count) =>
    count === 1
      ? 'Os modelos de 1 conta comercial requerem atenção'
      : `Os modelos de ${count} contas comerciais requerem atenção`,
  templatesWhy:
    'A plataforma rejeitou, pausou ou desativou esses modelos, ou está prestes a fazê-lo. Ela recusa mensagens com eles.',
  awaiting: (count) => (count === 1 ? '1 linha aguarda conexão' : `${count} linhas aguardam conexão`),
  awaitingWhy: 'O cliente ainda não abriu o link, ou não terminou.',
  show: 'Mostrar',
  endpointFailing: 'O endpoint está falhando',
  endpointDown: (time) => `O endpoint está fora do ar desde ${time}`,
  endpointDisabled: 'O endpoint está desativado',
  endpointMissing: 'Ainda não há endpoint',
  endpointMissingWhy: 'Callbacks e eventos não têm para onde ir. Defina primeiro o endpoint.',
  migrationFailed: (failed) =>
    failed === 1 ? 'O callback de 1 linha não foi movido' : `Os callbacks de ${failed} linhas não foram movidos`,
  migrationFailedWhy: 'Eles ainda apontam para o endpoint anterior. Repita a migração.',
  undelivered: (count) => (count === 1 ? '1 evento não foi entregue' : `${count} eventos não foram entregues`),
  undeliveredWhy: 'Seu endpoint não aceitou o envio. Reenvie quando ele funcionar.',
  deliveryBad: 'A entrega piorou',
  deliveryBadWhy: (percent) => `${percent} das mensagens das últimas 24 horas falharam.`,
  linesFailing: (count) => (count === 1 ? '1 linha perde mensagens' : `${count} linhas perdem mensagens`),
  linesFailingWhy: (percent) => `Na pior linha, ${percent} das mensagens das últimas 24 horas falharam.`,
  customersInTrouble: 'Clientes com problemas',
  customersInTroubleWhy: 'Os piores primeiro, cada um com o que fazer.',
  linesLose: (count: number, percent: string) =>
    count === 1
      ? `${percent} das mensagens de 1 linha falharam`
      : `${count} linhas perdem mensagens, a pior ${percent}`,
  orMore: (what: string) => `${what} (ou mais)`,
  templatesRefused: 'A plataforma recusa modelos',
  cures: {
    stopped: 'Crie um link e envie-o ao cliente.',
    critical: 'Abra o cliente: a página tem os motivos e as soluções.',
    failing: 'Abra o cliente: a página tem os motivos e as soluções.',
    degraded: 'Abra a linha: ela diz o que a limita.',
    removal: 'Desative-a de novo: até lá a vaga continua ocupada.',
    templates: 'Abra o cliente: a página diz por quê e o que mudar.',
    awaiting: 'Lembre o cliente ou envie um novo link.',
  },
  unread: (count) => (count === 1 ? '1 notificação não lida' : `${count} notificações não lidas`),
  endpoint: 'Endpoint',
  endpointSince: (time) => `desde ${time}`,
  endpointWaiting: (count) => (count === '1' ? '1 evento espera' : `${count} eventos esperam`),
  delivery: 'Entrega nas últimas 24 horas',
  deliveryLink: 'Saúde da entrega',
  messages: (count) => `${count} mensagens`,
  oneMessage: '1 mensagem',
  deliveredShare: 'entregues',
  failedShare: 'com falha',
  slots: 'Vagas',
  slotsUsed: (used, limit) => `${used} de ${limit} vagas ocupadas`,
  slotsNoLimit: (used) => (used === '1' ? '1 vaga ocupada, sem limite' : `${used} vagas ocupadas, sem limite`),
  slotsNear: 'Restam poucas vagas. Peça mais ao operador antes que acabem.',
  slotsFull: 'Todas as vagas estão ocupadas. Novas linhas são recusadas.',
  linesLink: 'Todas as linhas',
  webhookLink: 'Endpoint e eventos',
  newCustomer: 'Novo cliente',
  newLine: 'Nova linha',
};
