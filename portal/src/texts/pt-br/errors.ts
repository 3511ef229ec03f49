import type { errors as en } from '../en/errors.ts';

const theProgram = 'É uma falha do portal. Recarregue a página e informe o ID da solicitação ao operador.';
const wait = 'Tente novamente em instantes.';

export const errors: typeof en = {
  codes: {
    validation_failed: { what: 'Algo no formulário não está certo', remedy: 'Corrija e tente novamente.' },
    invalid_json: { what: 'O serviço não conseguiu ler a solicitação', remedy: theProgram },
    unknown_route: { what: 'O serviço não conhece a solicitação', remedy: theProgram },
    route_mismatch: { what: 'A solicitação se contradiz', remedy: theProgram },
    conflicting_selectors: { what: 'A solicitação indica dois registros diferentes', remedy: theProgram },
    waba_scope_required: {
      what: 'É preciso escolher uma conta comercial',
      remedy: 'Você tem várias. Escolha uma delas.',
    },
    unauthenticated: { what: 'Você não está mais conectado', remedy: 'Recarregue a página para entrar novamente.' },
    forbidden_scope: {
      what: 'Este acesso não permite isto',
      remedy: 'Peça a um proprietário ou administrador da equipe.',
    },
    forbidden_role: {
      what: 'Seu papel não permite isto',
      remedy: 'Peça a um proprietário ou administrador da equipe.',
    },
    partner_scope_mismatch: {
      what: 'Isto pertence a outro parceiro',
      remedy: 'Recarregue a página para ver o que é seu.',
    },
    delivery_report_forbidden: {
      what: 'Seu papel não pode informar a situação de mensagens',
      remedy: 'Seu backend a informa, com uma chave de API.',
    },
    invitation_pending: {
      what: 'Você ainda não aceitou o convite',
      remedy: 'Recarregue a página para aceitar ou recusar.',
    },
    request_blocked: {
      what: 'O firewall bloqueou a solicitação',
      remedy: 'Altere textos incomuns no formulário ou fale com o operador.',
    },
    not_found: { what: 'Isto não existe', remedy: 'Pode ter sido removido. Volte à lista.' },
    method_not_allowed: { what: 'O serviço não aceita a solicitação', remedy: theProgram },
    idempotency_key_reused: { what: 'A solicitação foi confundida com outra', remedy: theProgram },
    idempotency_in_progress: { what: 'O mesmo comando está sendo executado', remedy: wait },
    stale_update: {
      what: 'Outra pessoa alterou isto nesse meio-tempo',
      remedy: 'Veja os dados atuais e decida novamente.',
    },
    invalid_state: {
      what: 'A situação atual não permite isto',
      remedy: 'Recarregue a página para ver a situação atual.',
    },
    customer_merged: { what: 'O cliente foi unificado com outro', remedy: 'Use o outro cliente.' },
    instance_key_taken: {
      what: 'Esta chave já foi usada',
      remedy: 'Escolha outra: cada chave só pode ser usada uma vez.',
    },
    slot_limit_reached: {
      what: 'Todas as vagas estão ocupadas',
      remedy: 'Desative uma linha ou peça mais vagas ao operador.',
    },
    remote_removal_failed: {
      what: 'A plataforma não removeu o callback',
      remedy: 'A vaga continua ocupada. Desative novamente mais tarde: continua na etapa que falhou.',
    },
    webhook_validation_failed: {
      what: 'O endpoint não passou nas verificações',
      remedy: 'Corrija o endpoint e tente novamente.',
    },
    platform_error: {
      what: 'A plataforma recusou a solicitação ou não foi alcançada',
      remedy: 'Nada se perdeu. Tente novamente mais tarde.',
    },
    payload_too_large: {
      what: 'Isto é demais para uma solicitação',
      remedy: 'Encurte os textos e tente novamente.',
    },
    unsupported_media_type: { what: 'O serviço não aceita este tipo de solicitação', remedy: theProgram },
    rate_limited: { what: 'Chamadas demais', remedy: wait },
    platform_rate_limited: { what: 'A plataforma não aceita mais chamadas no momento', remedy: wait },
    internal_error: {
      what: 'Ocorreu um erro no serviço',
      remedy: 'Tente novamente. Se acontecer de novo, informe o ID da solicitação ao operador.',
    },
    temporarily_unavailable: { what: 'O serviço está ocupado', remedy: wait },
  },
  rules: {
    required: 'Este campo é obrigatório.',
    type: 'O valor não é do tipo certo.',
    minimum: 'O valor é curto ou pequeno demais.',
    maximum: 'O valor é longo ou grande demais.',
    max_length: 'O valor é longo demais.',
    format: 'O valor não tem a forma certa.',
    enum: 'O valor não é um dos possíveis.',
    range: 'O valor está fora do intervalo possível.',
    different: 'Deve ser outro.',
    control_characters: 'O valor tem caracteres que não podem ser mostrados.',
    https: 'O endereço deve começar com https://.',
    no_user_info: 'O endereço não deve ter nome de usuário nem senha.',
    no_fragment: 'O endereço não deve ter uma parte depois de #.',
    public_host: 'O endereço deve ser acessível pela internet.',
    fetch: 'Este endereço não leva a uma imagem PNG, JPEG, WebP ou GIF de até 100 KiB.',
  },
  otherRule: 'Isto não é permitido.',
  other: {
    what: 'O serviço recusou a solicitação',
    remedy: 'Tente novamente ou informe o ID da solicitação ao operador.',
  },
  said: 'O serviço diz',
  platformKinds: {
    throttled: 'A plataforma não permite mais chamadas por enquanto.',
    token_invalid: 'O acesso à plataforma terminou. Reconecte a linha.',
    permission: 'A plataforma não permite. Reconecte a linha.',
    parameter: 'A plataforma não aceitou o endpoint.',
    gone: 'O número não está mais na plataforma.',
    account: 'A plataforma restringe a conta comercial.',
    registration: 'O número não está registrado na plataforma.',
    recipient: 'A plataforma recusou o destinatário.',
    sender: 'A plataforma recusou o remetente.',
    template: 'A plataforma recusou o modelo.',
    username: 'A plataforma recusou o nome de usuário.',
    transient: 'A plataforma teve uma instabilidade. Tente novamente.',
    out_of_time: 'A plataforma não respondeu a tempo. Tente novamente.',
    unknown: 'A plataforma recusou sem motivo conhecido.',
  },
  platformCode: (code) => `Código da plataforma: ${code}.`,
  state: (state) => `A situação: ${state}.`,
};
