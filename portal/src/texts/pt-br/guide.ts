import type { guide as en } from '../en/guide.ts';

export const guide: typeof en = {
  title: 'Primeiros passos',
  why: 'Daqui até a primeira mensagem entregue. Cada passo é verificado enquanto você olha.',
  progress: (done, all) => `${done} de ${all} concluídos`,
  complete: 'A primeira mensagem foi entregue',
  completeWhy: 'Tudo funciona, do seu backend ao telefone. Estes passos ficam em Ajuda.',
  close: 'Fechar o guia',
  docs: 'Documentação',
  docsOf: (step) => `Documentação: ${step}`,
  said: 'Motivo',
  steps: {
    key: 'Seu backend usa uma chave de API',
    endpoint: 'Seu endpoint recebe eventos',
    customer: 'Existe um cliente',
    line: 'Um cliente conectou uma linha',
    message: 'Uma mensagem foi entregue',
  },
  lacks: {
    noKey: 'Nenhuma chave de API está ativa. Emita uma e guarde-a no seu backend: ela é mostrada uma única vez.',
    keyUnused:
      'A chave ainda não foi usada. Chame qualquer rota com ela. Se a resposta for 401, a chave não está completa: emita outra.',
    noEndpoint:
      'Nenhum endpoint foi definido. O endereço é verificado ao salvar, e a partir daí os eventos são enviados para ele.',
    noToken: 'O endpoint não tem token de verificação, e a plataforma não consegue verificá-lo. Defina-o com um token.',
    endpointFails: 'O endpoint não respondeu com 2xx. Corrija-o e envie um evento de teste.',
    noCustomer: 'Ainda não há clientes. Adicione um aqui, ou deixe seu backend criar um.',
    noLine:
      'Nenhuma linha espera por um cliente. Crie um link de conexão e envie-o: o cliente abre o link e se cadastra.',
    lineWaits: 'O cliente ainda não conectou a linha. Abra a linha para ver o motivo ou para criar outro link.',
    lineLost: 'A linha perdeu a conexão. Crie um link para reconectá-la e envie-o ao cliente.',
    noMessage:
      'Nenhuma mensagem é conhecida ainda. Envie uma do seu backend. Depois informe a situação, ou deixe o serviço receber os callbacks da plataforma: ele lê a situação neles.',
    messageSent:
      'Mensagens foram enviadas, e nenhuma foi informada como entregue nos últimos 30 dias. O telefone pode estar desligado.',
    messageFailed: 'Mensagens falharam. Corrija o que a plataforma indica e envie outra.',
    unseen: 'Seu papel não vê isto. Peça a um proprietário ou administrador da equipe.',
  },
  actions: {
    noKey: 'Emitir uma chave',
    keyUnused: 'Abrir as chaves',
    noEndpoint: 'Definir o endpoint',
    noToken: 'Definir o token',
    endpointFails: 'Abrir o endpoint',
    noCustomer: 'Adicionar um cliente',
    noLine: 'Criar um link de conexão',
    lineWaits: 'Abrir a linha',
    lineLost: 'Reconectar',
    noMessage: 'Abrir os eventos de entrega',
    messageSent: 'Abrir os eventos de entrega',
    messageFailed: 'Abrir os eventos de entrega',
  },
};
