import type { failures as en } from '../en/failures.ts';

export const failures: typeof en = {
  noAnswer: 'Não houve resposta',
  noAnswerWhy: 'A conexão pode ter sido interrompida. Nada se perdeu.',
  unanswered: 'Não se sabe se isto foi executado',
  unansweredWhy:
    'Não houve resposta a tempo. “Verificar e concluir” descobre: o que já foi executado não é executado outra vez.',
  unansweredOnce:
    'Não houve resposta a tempo, e o segredo não será mostrado outra vez. Feche e verifique: revogue uma chave nova que aparecer na lista. Depois de uma rotação do segredo do webhook, peça outra ao operador.',
  checkAndFinish: 'Verificar e concluir',
  rolesMay: (roles) => `Estes papéis podem: ${roles}.`,
  askThem: (owners) => `Proprietários: ${owners}.`,
  yourRole: (role) => `Seu papel é ${role}.`,
  olderFacts: (time) => `O que aparece aqui é de ${time}.`,
  retryIn: (seconds) =>
    seconds === 1 ? 'Você pode tentar novamente em 1 segundo.' : `Você pode tentar novamente em ${seconds} segundos.`,
  slots: (occupied, limit) => `${occupied} de ${limit} vagas estão ocupadas.`,
  toMerged: 'Ir para o cliente resultante da unificação',
};
