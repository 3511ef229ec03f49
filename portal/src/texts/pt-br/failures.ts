import type { failures as en } from '../en/failures.ts';

export const failures: typeof en = {
  codes: {
    forbidden_role: 'Seu papel não permite isto',
    forbidden_scope: 'Seu papel não permite isto',
    not_found: 'Isto não existe',
    stale_update: 'Outra pessoa alterou isto nesse meio-tempo',
    invalid_state: 'A situação atual não permite isto',
    customer_merged: 'O cliente foi unificado com outro',
    instance_key_taken: 'Esta chave já foi usada',
    slot_limit_reached: 'Todas as vagas estão ocupadas',
    remote_removal_failed: 'A plataforma não removeu o callback',
    webhook_validation_failed: 'O endpoint não passou nas verificações',
    platform_error: 'A plataforma recusou a solicitação',
    platform_rate_limited: 'A plataforma não aceita mais chamadas no momento',
    rate_limited: 'Chamadas demais',
    internal_error: 'Ocorreu um erro no serviço',
    temporarily_unavailable: 'O serviço está ocupado',
    validation_failed: 'Algo no formulário não está certo',
    idempotency_in_progress: 'O mesmo comando está sendo executado',
    unauthenticated: 'Você não está mais conectado',
    request_blocked: 'A solicitação foi bloqueada',
  },
  other: 'O serviço recusou a solicitação',
  noAnswer: 'Não houve resposta',
  noAnswerWhy: 'A conexão pode ter sido interrompida. Nada se perdeu.',
  unanswered: 'Não se sabe se isto foi executado',
  unansweredWhy:
    'Não houve resposta a tempo. “Verificar e concluir” descobre: o que já foi executado não é executado outra vez.',
  checkAndFinish: 'Verificar e concluir',
  rolesMay: (roles) => `Estes papéis podem: ${roles}.`,
  yourRole: (role) => `Seu papel é ${role}.`,
  retryIn: (seconds) =>
    seconds === 1 ? 'Você pode tentar novamente em 1 segundo.' : `Você pode tentar novamente em ${seconds} segundos.`,
  slots: (occupied, limit) =>
    `${occupied} de ${limit} vagas estão ocupadas. Desative uma linha ou peça mais vagas ao operador.`,
  toMerged: 'Ir para o cliente resultante da unificação',
  state: (state) => `A situação é ${state}.`,
};
