import { isolated } from '../../pieces/isolated.ts';
import { sentence, type notices as en } from '../en/notices.ts';
import { troubles } from './troubles.ts';

const whoDid = 'A trilha de auditoria da equipe diz quem fez.';

export const notices: typeof en = {
  instance_reconnect_required: {
    title: 'Uma linha precisa ser reconectada',
    why: () => 'Ela não envia nem recebe nada até o cliente reconectar. Crie um link e envie.',
  },
  platform_token_expires: {
    title: 'Uma linha precisa ser reconectada em breve',
    why: ({ days_left = '' }) =>
      `O acesso dela à plataforma termina em ${days_left === '1' ? '1 dia' : `${days_left} dias`}. Crie um link de reconexão e envie.`,
  },
  instance_works_again: {
    title: 'Uma linha voltou a funcionar',
    why: () => 'A plataforma aceita o acesso dela novamente. Não é preciso fazer nada.',
  },
  number_paused: {
    title: 'Um número do aplicativo está pausado',
    why: () =>
      'A empresa trocou de celular ou registrou o aplicativo de novo. Os envios falham até ela voltar ao aplicativo.',
  },
  callback_not_removed: {
    title: 'Uma linha não pôde ser removida',
    why: () => 'A plataforma não removeu o callback, e a vaga continua ocupada. Desative a linha novamente.',
  },
  number_flagged: {
    title: 'A plataforma sinalizou um número',
    why: () => 'A qualidade é baixa. Se continuar assim, a plataforma reduz o limite.',
  },
  number_quality_red: {
    title: 'A qualidade de um número está baixa',
    why: () => 'Muitos destinatários bloqueiam ou denunciam as mensagens.',
  },
  number_restricted: {
    title: 'A plataforma restringiu um número',
    why: ({ code }) =>
      `Ele não envia nada, ou só em parte. ${code === undefined ? 'A linha mostra a situação na plataforma.' : troubles.reason(code)}`,
  },
  number_disconnected: {
    title: 'Um número não está mais conectado na plataforma',
    why: ({ code = '' }) => `Ele não envia nada. ${troubles.reason(code)}`,
  },
  number_blocked: {
    title: 'A plataforma bloqueia as mensagens de uma linha',
    why: ({ code = '' }) => troubles.reason(code),
  },
  number_limited: {
    title: 'A plataforma limita as mensagens de uma linha',
    why: ({ code = '' }) => troubles.reason(code),
  },
  number_can_send_again: {
    title: 'Uma linha pode enviar de novo',
    why: () => 'A plataforma não a limita nem bloqueia mais.',
  },
  display_name_declined: {
    title: 'Um nome de exibição foi recusado',
    why: () => 'O cliente escolhe outro nome no Gerenciador do WhatsApp.',
  },
  display_name_approved: {
    title: 'Um nome de exibição foi aprovado',
    why: () => 'O serviço registra o número com ele em alguns minutos.',
  },
  display_name_not_registered: {
    title: 'Um nome de exibição aprovado não pôde ser registrado',
    why: () => 'Reconecte a linha em até 14 dias após a aprovação.',
  },
  platform_refuses_access: {
    title: 'A plataforma recusa acessos válidos',
    why: () =>
      'Ela recusa várias contas comerciais ao mesmo tempo. Nenhuma linha conta como perdida; os envios podem falhar por um tempo.',
  },
  account_restricted: {
    title: 'A plataforma restringiu uma conta comercial',
    why: ({ restricted_until: end }) =>
      end === undefined
        ? 'As linhas não enviam nada, ou só em parte, até a plataforma retirar a restrição.'
        : `As linhas não enviam nada, ou só em parte, até ${end.slice(0, 10)}.`,
  },
  account_disabled_soon: {
    title: 'A plataforma vai desativar uma conta comercial',
    why: ({ date }) =>
      `${sentence('Data da plataforma', date)}As linhas não enviarão nada. O cliente recorre nas páginas da plataforma.`,
  },
  account_disabled: {
    title: 'A plataforma desativou uma conta comercial',
    why: ({ date }) => `${sentence('Data da plataforma', date)}As linhas não enviam nada.`,
  },
  account_violation: {
    title: 'A plataforma apontou uma violação de política',
    why: ({ violation }) =>
      `${sentence('Motivo da plataforma', violation)}As linhas continuam. Novas violações podem restringi-las.`,
  },
  account_warned: {
    title: 'A plataforma advertiu uma conta comercial',
    why: ({ violation }) => `${sentence('Motivo da plataforma', violation)}Nada está restrito ainda.`,
  },
  account_review_rejected: {
    title: 'A análise de uma conta comercial foi recusada',
    why: () => 'O cliente vê o motivo no Gerenciador do WhatsApp.',
  },
  platform_alert: {
    title: 'A plataforma tem um alerta',
    why: ({ description }) =>
      `${sentence('A plataforma diz', description)}O cliente vê os detalhes no Gerenciador do WhatsApp.`,
  },
  endpoint_failing: {
    title: 'Seu endpoint continua falhando',
    why: () =>
      'Ele não aceitou eventos por metade do tempo após o qual é desativado. Os eventos esperam e são enviados quando ele responder.',
  },
  endpoint_disabled: {
    title: 'Seu endpoint foi desativado',
    why: () =>
      'Ele falhou por tempo demais ou respondeu 410. Os eventos ficam guardados por 30 dias. Salve o endpoint para ativá-lo.',
  },
  callbacks_not_moved: {
    title: 'Callbacks não puderam ser movidos para o novo endpoint',
    why: ({ failed = '', total = '' }) => `${failed} de ${total} linhas ainda usam o anterior. Repita a migração.`,
  },
  delivery_critical: {
    title: 'Muitas mensagens de uma linha falham',
    why: ({ failed_percent = '', hours = '' }) =>
      `${failed_percent.replace('.', ',')}% das mensagens das últimas ${hours} horas falharam.`,
  },
  delivery_degraded: {
    title: 'Mais mensagens de uma linha falham que o normal',
    why: ({ failed_percent = '', hours = '' }) =>
      `${failed_percent.replace('.', ',')}% das mensagens das últimas ${hours} horas falharam.`,
  },
  slots_nearly_taken: {
    title: 'Restam poucas vagas',
    why: ({ taken = '', limit = '' }) => `${taken} de ${limit} vagas estão ocupadas. Peça mais ao operador.`,
  },
  slots_taken: {
    title: 'Todas as vagas estão ocupadas',
    why: ({ taken = '', limit = '' }) => `${taken} de ${limit} vagas estão ocupadas. Novas linhas são recusadas.`,
  },
  template_category_changes: {
    title: 'A categoria de um modelo vai mudar',
    why: () =>
      'A plataforma fará a mudança em até um dia. Os preços e as regras mudam junto. O modelo mostra a nova categoria.',
  },
  template_rejected: {
    title: 'Um modelo foi rejeitado',
    why: ({ name = '', language = '', reason }) =>
      `${isolated(name)} (${language}) não pode ser enviado.${reason === undefined ? '' : ` A plataforma diz: ${isolated(reason)}`}`,
  },
  template_paused: {
    title: 'Um modelo foi pausado',
    why: ({ name = '', language = '' }) =>
      `${isolated(name)} (${language}) não pode ser enviado até a plataforma retirar a pausa. A qualidade é baixa.`,
  },
  template_disabled: {
    title: 'Um modelo foi desativado',
    why: ({ name = '', language = '' }) =>
      `${isolated(name)} (${language}) não pode mais ser enviado. Edite-o ou use outro.`,
  },
  endpoint_changed: {
    title: 'O endpoint de webhook foi alterado',
    why: () => `Se você não esperava isso, verifique a URL. ${whoDid}`,
  },
  webhook_secret_rotated: {
    title: 'O segredo de assinatura foi trocado',
    why: () => `O segredo anterior também assina por 24 horas. ${whoDid}`,
  },
  platform_token_revealed: {
    title: 'O token da plataforma de uma linha foi revelado',
    why: () =>
      'Se você não esperava isso, revogue a chave ou remova o membro que o leu. O histórico do cliente diz qual.',
  },
  api_key_issued: {
    title: 'Uma chave de API foi emitida',
    why: ({ key_id = '', previous_key_id: old, previous_ends_at: end = '' }) =>
      `${old === undefined ? '' : `Ela substitui a chave ${isolated(old)}, que termina em ${end.slice(0, 10)}. `}Se você não esperava a chave ${isolated(key_id)}, revogue-a. ${whoDid}`,
  },
  api_key_revoked: {
    title: 'Uma chave de API foi revogada',
    why: ({ key_id = '' }) => `Chamadas com a chave ${isolated(key_id)} são recusadas. ${whoDid}`,
  },
  api_key_expires: {
    title: 'Uma chave de API termina em breve',
    why: ({ key_id = '', days_left = '' }) =>
      `A chave ${isolated(key_id)} termina em ${days_left === '1' ? '1 dia' : `${days_left} dias`}. Use outra chave antes.`,
  },
  member_invited: { title: 'Um membro foi convidado', why: () => whoDid },
  member_joined: { title: 'Um membro entrou na equipe', why: () => 'A equipe mostra o novo membro e a função.' },
  member_removed: {
    title: 'Um membro foi removido ou saiu',
    why: () =>
      `As chaves de API emitidas por ele continuam válidas. Revogue as que não são mais necessárias. ${whoDid}`,
  },
};
