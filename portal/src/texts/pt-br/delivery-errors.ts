import type { DeliveryErrorCode } from '../../../../packages/client/src/delivery-errors.ts';

interface Explained {
  readonly why: string;
  readonly advice: string;
}

/** Why messages fail and what to do, of the same codes as in English. */
export const deliveryErrors: Readonly<Record<DeliveryErrorCode, Explained>> = {
  '130429': { why: 'Mensagens demais em pouco tempo.', advice: 'Envie mais devagar e repita depois.' },
  '130403': { why: 'Sua empresa bloqueou o destinatário.', advice: 'Desbloqueie-o primeiro.' },
  '130472': {
    why: 'O destinatário participa de um experimento da plataforma.',
    advice: 'Não repita. Contate-o de outra forma.',
  },
  '131000': { why: 'Um erro da plataforma.', advice: 'Repita depois.' },
  '131005': { why: 'A permissão não foi dada ou foi retirada.', advice: 'Reconecte a linha.' },
  '131008': { why: 'Falta um parâmetro.', advice: 'Corrija a mensagem no seu backend.' },
  '131009': { why: 'Um parâmetro não é válido.', advice: 'Corrija a mensagem no seu backend.' },
  '131016': { why: 'Um serviço da plataforma está sobrecarregado.', advice: 'Repita depois.' },
  '131021': { why: 'Remetente e destinatário são o mesmo número.', advice: 'Envie para outro número.' },
  '131026': {
    why: 'O destinatário não pode receber: sem conta, aplicativo antigo ou termos não aceitos.',
    advice: 'Não repita. Confira o número.',
  },
  '131037': {
    why: 'O número não tem nome de exibição aprovado.',
    advice: 'O dono define um nome de exibição na plataforma e espera a aprovação.',
  },
  '131031': { why: 'A conta está bloqueada.', advice: 'O dono precisa resolver na plataforma.' },
  '131042': { why: 'Há um problema com o pagamento.', advice: 'O dono precisa conferir o pagamento na plataforma.' },
  '131045': { why: 'O número não está registrado.', advice: 'Reconecte a linha.' },
  '131047': {
    why: 'Mais de 24 horas se passaram desde a última mensagem do destinatário.',
    advice: 'Envie um modelo.',
  },
  '131048': {
    why: 'Muitos destinatários bloquearam o número ou denunciaram spam.',
    advice: 'Envie menos, e só a quem deseja. O limite termina sozinho.',
  },
  '131049': {
    why: 'O destinatário já recebeu marketing suficiente por enquanto.',
    advice: 'Repita em um dia, no mínimo.',
  },
  '131050': {
    why: 'O destinatário parou as mensagens de marketing desta empresa.',
    advice: 'Não envie mais marketing a ele.',
  },
  '131051': { why: 'Este tipo de mensagem não é aceito.', advice: 'Corrija a mensagem no seu backend.' },
  '131052': { why: 'O arquivo do destinatário não pôde ser carregado.', advice: 'Peça que envie de outra forma.' },
  '131053': { why: 'O arquivo da mensagem não pôde ser carregado.', advice: 'Confira endereço, tamanho e tipo.' },
  '131056': { why: 'Mensagens demais ao mesmo destinatário em pouco tempo.', advice: 'Envie mais devagar a ele.' },
  '131062': {
    why: 'Este tipo de mensagem não pode ser enviado a um ID de usuário.',
    advice: 'Envie ao número de telefone.',
  },
  '131063': {
    why: 'A conta envia modelos de marketing só pela Marketing Messages API.',
    advice: 'Envie por ela, ou o dono volta a permiti-los na Cloud API.',
  },
  '135000': { why: 'A plataforma não entende a mensagem.', advice: 'Corrija a mensagem no seu backend.' },
  '132000': { why: 'O número de variáveis não é o do modelo.', advice: 'Corrija as variáveis no seu backend.' },
  '132001': { why: 'O modelo não existe neste idioma ou não está aprovado.', advice: 'Procure-o entre os modelos.' },
  '132005': { why: 'O texto com as variáveis é longo demais.', advice: 'Envie variáveis mais curtas.' },
  '132007': { why: 'O conteúdo viola uma regra da plataforma.', advice: 'Altere o modelo.' },
  '132012': { why: 'Uma variável tem o formato errado.', advice: 'Corrija as variáveis no seu backend.' },
  '132015': { why: 'O modelo está pausado por baixa qualidade.', advice: 'Procure-o entre os modelos.' },
  '132016': { why: 'O modelo está desativado definitivamente.', advice: 'Crie outro modelo.' },
  '133010': { why: 'O número não está registrado na plataforma.', advice: 'Reconecte a linha.' },
  '368': {
    why: 'A conta está bloqueada por um tempo por violar uma regra.',
    advice: 'O dono vê o motivo na plataforma.',
  },
  '137000': { why: 'A plataforma atribui a falha ao destinatário.', advice: 'Não repita.' },
  '131030': {
    why: 'Um número de teste só envia a destinatários da sua lista.',
    advice: 'Inclua o destinatário na lista, na plataforma, ou envie de outro número.',
  },
  '100': { why: 'Um parâmetro é desconhecido ou está escrito errado.', advice: 'Corrija a mensagem no seu backend.' },
  '132018': { why: 'As variáveis do modelo não são válidas.', advice: 'Corrija as variáveis no seu backend.' },
  '132068': { why: 'O flow do modelo está bloqueado.', advice: 'Corrija o flow na plataforma.' },
  '132069': {
    why: 'O flow do modelo já foi enviado tantas vezes quanto pode em uma hora.',
    advice: 'Corrija o flow na plataforma e repita depois.',
  },
  '190': { why: 'O acesso à plataforma terminou.', advice: 'Reconecte a linha.' },
  '130497': { why: 'A conta não pode enviar para este país.', advice: 'Não envie para este país.' },
  '131064': {
    why: 'A plataforma limita as mensagens da conta por enquanto.',
    advice: 'Envie menos, e só a quem deseja. O limite termina sozinho.',
  },
  '80007': { why: 'A conta fez chamadas demais.', advice: 'Envie mais devagar e repita depois.' },
  '131057': { why: 'A conta está em manutenção na plataforma.', advice: 'Repita em alguns minutos.' },
};
