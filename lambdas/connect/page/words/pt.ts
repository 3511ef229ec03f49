import { phrase } from '../html.ts';
import type { Words } from './words.ts';

/** Of Brazil. */
export const portuguese: Words = {
  locale: 'pt-BR',
  direction: 'ltr',
  cancel: 'Cancelar',
  closePage: 'Você já pode fechar esta página.',
  backTo: (partner) => phrase`Voltar para ${partner}`,
  privacy: (partner) => phrase`Privacidade em ${partner}`,
  utc: (time) => phrase`${time} (UTC)`,
  invitation: {
    title: 'Conecte seu número',
    titleAgain: 'Reconecte seu número',
    asks: (partner) =>
      phrase`${partner} pede para conectar o número de telefone da sua empresa ao próprio serviço de mensagens.`,
    asksAgain: (partner) =>
      phrase`${partner} pede que você renove a conexão do seu número de telefone com o serviço de mensagens.`,
    yourNumber: 'Seu número',
    phoneNumber: 'Número de telefone',
    endsIn: (digits) => phrase`final ${digits}`,
    whatHappens: 'O que vai acontecer',
    signIn: 'Você entra na plataforma de mensagens. Sua senha fica só lá.',
    choose: 'Você escolhe sua conta comercial e o número que quer conectar.',
    chooseSame: phrase`Você escolhe <strong>a mesma</strong> conta comercial e o mesmo número de antes.`,
    comeBack: 'Você volta para cá e a conexão é feita. Leva alguns segundos.',
    abilities: (partner) => phrase`${partner} vai poder`,
    messages: 'enviar e receber mensagens com este número',
    templates: 'gerenciar seus modelos de mensagem',
    quality: 'ver a qualidade e os limites do número',
    moves: 'O número funciona hoje com outro provedor?',
    moving: [
      'No Gerenciador do WhatsApp, desative a confirmação em duas etapas do número ou peça isso a esse provedor.',
      'Depois continue aqui e informe o mesmo número. A plataforma envia um código para ele.',
      'Até o número ser conectado aqui, ele continua funcionando com esse provedor.',
    ],
    kept: 'O número mantém o nome de exibição, a qualidade e os limites. A plataforma copia os modelos aprovados de boa qualidade.',
    start: 'Continuar e entrar',
    worksUntil: (time) =>
      phrase`Este link é só para você e funciona até ${time}. Se você não o esperava, feche esta página.`,
  },
  popup: {
    fullPage: 'Prefiro entrar em uma página inteira',
    opened: 'Continue na janela que se abriu. Quando você terminar, esta página segue sozinha.',
    blocked:
      'Seu navegador bloqueou a janela. Permita pop-ups nesta página e tente de novo, ou entre em uma página inteira.',
    notLoaded:
      'Não é possível abrir a janela aqui, talvez por causa de um bloqueador de conteúdo. Entre em uma página inteira.',
    finishing: 'Tudo certo. Seu número está sendo conectado…',
  },
  notices: {
    declined: () => 'Você parou antes do fim e nada foi conectado. Você pode começar de novo ou cancelar de vez.',
    interrupted: () => 'O cadastro não foi concluído e nada foi conectado. Comece de novo.',
    no_code: () =>
      'A janela se fechou antes do fim do cadastro e nada foi conectado. Tente de novo ou entre em uma página inteira.',
    platform_error: (partner) =>
      phrase`A plataforma de mensagens informou um problema e nada foi conectado. Tente de novo. Se acontecer outra vez, avise ${partner}.`,
    stopped_at_account: () =>
      'Você parou na escolha da conta comercial e nada foi conectado. Se você ainda não tem uma, pode criar ali mesmo.',
    stopped_at_number: () =>
      'Você parou na escolha do número e nada foi conectado. Ali você pode escolher um número que já existe ou adicionar outro.',
    stopped_at_profile: () =>
      'Você parou no perfil da empresa e nada foi conectado. É preciso informar o nome que seus clientes vão ver e uma categoria.',
    stopped_at_phone: () =>
      'Você parou quando era preciso informar o número e nada foi conectado. Use um número que receba SMS ou ligações.',
    stopped_at_verification: () =>
      'Você parou antes da confirmação do número e nada foi conectado. Fique com o telefone por perto: um código chega por SMS ou ligação.',
    stopped_at_permissions: (partner) =>
      phrase`Você parou antes de permitir o acesso e nada foi conectado. Sem ele, ${partner} não pode enviar nem receber suas mensagens.`,
  },
  choice: {
    title: 'Escolha seu número',
    which: (partner) => phrase`Encontramos mais de um número. Qual deles você quer conectar a ${partner}?`,
    numbers: 'Números de telefone',
    account: (name) => phrase`Conta: ${name}`,
    unnamed: 'Sem nome',
    missing: 'Escolha um número de telefone.',
    submit: 'Conectar este número',
    nothingYet: (time) => phrase`Nada é conectado até você escolher. Escolha até ${time}.`,
  },
  pin: {
    title: 'Digite o PIN do seu número',
    why: 'Este número está protegido pela confirmação em duas etapas. Para conectá-lo, é preciso o PIN de seis dígitos.',
    label: 'PIN de seis dígitos',
    wrong:
      'Este PIN não foi aceito. Confira e tente de novo. Depois de vários PINs errados, o número fica bloqueado por um tempo.',
    malformed: 'O PIN tem seis dígitos.',
    submit: 'Continuar',
    where: 'Onde encontrar o PIN',
    chosen: 'Alguém da sua empresa o criou ao ativar a confirmação em duas etapas deste número.',
    reset:
      'Se ninguém sabe qual é, abra o Gerenciador do WhatsApp, depois Números de telefone, as configurações deste número e Confirmação em duas etapas. Ali você pode mudar o PIN ou desativar a confirmação.',
    kept: (partner) => phrase`O PIN serve só para conectar o número. ${partner} não vê o PIN.`,
    nothingYet: (time) => phrase`Digite o PIN até ${time}. Até lá, o número não é conectado.`,
  },
  progress: {
    title: 'Conectando seu número',
    seconds: 'Costuma levar alguns segundos. A página segue sozinha.',
    busy: 'A plataforma de mensagens está muito ocupada no momento.',
    goesOn: (time) => phrase`A conexão continua sozinha depois de ${time}.`,
    waits: 'A conexão espera a aprovação por até 30 dias e continua sozinha quando ela chega.',
    signedIn: 'Confirmando o acesso',
    found: 'Buscando o número',
    ready: 'Preparando o número',
    connecting: (partner) => phrase`Conectando com ${partner}`,
    synchronising: 'Sincronizando contatos e conversas',
    done: 'pronto',
    look: 'Verificar agora',
    close: 'Você pode fechar esta página: a conexão continua mesmo assim.',
  },
  ending: {
    completed: 'Seu número está conectado',
    canSend: (partner) =>
      phrase`${partner} já pode enviar e receber mensagens com ele. Não é preciso fazer mais nada, e este link não serve mais.`,
    cannotSend: 'Seu número está conectado, mas ainda não pode enviar mensagens',
    synchronises:
      'Você pode continuar usando o aplicativo no celular. Abra-o pelo menos a cada 13 dias para que o número continue conectado.',
    failed: 'Não foi possível conectar seu número',
    nextSteps: 'O que fazer agora',
    reference: 'Referência',
    cancelled: 'Você cancelou',
    nothing: 'Nada foi conectado.',
    expired: 'Este link expirou',
    limitedTime: 'Os links para conectar um número funcionam por tempo limitado.',
    revoked: 'Este link não vale mais',
    withdrawn: (partner) =>
      phrase`Ele foi cancelado ou trocado por um mais novo: procure uma mensagem mais recente de ${partner}.`,
    newLink: (partner) => phrase`Se quiser continuar, peça um novo link a ${partner}.`,
  },
  hindrances: {
    blocked: {
      title: 'As mensagens estão bloqueadas',
      says: (partner) =>
        phrase`No momento, a plataforma de mensagens não deixa ${partner} enviar nenhuma mensagem com este número.`,
    },
    limited: {
      title: 'As mensagens estão limitadas',
      says: (partner) =>
        phrase`No momento, a plataforma de mensagens deixa ${partner} enviar só algumas mensagens com este número.`,
    },
  },
  manager: 'Abrir o Gerenciador\u00a0do\u00a0WhatsApp',
  failures: {
    reconnect_mismatch: {
      what: () => 'A conta comercial ou o número escolhido não é o que está conectado.',
      next: [() => 'Na próxima vez, escolha a mesma conta e o mesmo número.'],
    },
    number_taken: {
      what: () => 'Este número já está conectado em outro lugar. Primeiro é preciso desconectá-lo de lá.',
      next: [() => 'Peça ao fornecedor que você usava com este número que o libere, ou escolha outro número.'],
    },
    number_missing: {
      what: () => 'A conta comercial ainda não tem nenhum número de telefone.',
      next: [() => 'Você pode adicionar um número durante o cadastro. Ele precisa receber SMS ou ligações.'],
    },
    number_not_verified: {
      what: () => 'O número de telefone ainda não foi confirmado.',
      next: [() => 'Faça o cadastro de novo e digite o código que chega por SMS ou ligação.'],
    },
    number_deleted: {
      what: () => 'O número acabou de ser excluído e ainda não pode ser conectado.',
      next: [() => 'Espere dez minutos.'],
    },
    name_not_approved: {
      what: () => 'O nome de exibição do número ainda não foi aprovado.',
      next: [() => 'Espere a aprovação. Você acompanha no Gerenciador do WhatsApp, em Números de telefone.'],
    },
    pin_wrong: {
      what: () => 'O PIN do número não foi aceito.',
      next: [
        () =>
          'Mude o PIN no Gerenciador do WhatsApp: Números de telefone, configurações do número, Confirmação em duas etapas.',
      ],
    },
    pin_missing: {
      what: () => 'O PIN do número não foi digitado a tempo.',
      next: [
        () =>
          'Deixe o PIN à mão. Você pode mudá-lo no Gerenciador do WhatsApp: Números de telefone, configurações do número, Confirmação em duas etapas.',
      ],
    },
    pin_locked: {
      what: () => 'O PIN foi digitado errado muitas vezes e o número ficou bloqueado por um tempo.',
      next: [
        () => 'Espere um dia.',
        () =>
          'Mude o PIN no Gerenciador do WhatsApp: Números de telefone, configurações do número, Confirmação em duas etapas.',
      ],
    },
    registration_limit: {
      what: () => 'Este número foi conectado vezes demais em pouco tempo. A plataforma o bloqueou por três dias.',
      next: [() => 'Espere três dias.'],
    },
    choice_missing: {
      what: () => 'Nenhum número foi escolhido a tempo.',
      next: [],
    },
    waba_not_shared: {
      what: () => 'Nenhuma conta comercial foi compartilhada. Na próxima vez, permita o acesso à sua conta comercial.',
      next: [],
    },
    access_withdrawn: {
      what: () => 'O acesso à sua conta comercial foi retirado ou não inclui tudo o que é necessário.',
      next: [() => 'Faça o cadastro de novo com alguém que administre a conta e permita tudo o que for pedido.'],
    },
    account_restricted: {
      what: () => 'A plataforma de mensagens restringiu sua conta comercial.',
      next: [() => 'Abra o Gerenciador do WhatsApp. Ele mostra o motivo e como pedir uma revisão.'],
    },
    payment_missing: {
      what: () =>
        'Sua conta comercial não tem uma forma de pagamento válida, e por isso o número não pode iniciar conversas.',
      next: [
        () => 'No Gerenciador do WhatsApp, abra as configurações de pagamento da sua conta.',
        () =>
          'Adicione uma forma de pagamento ou corrija a que está lá. Os envios funcionam assim que a plataforma a aceitar.',
      ],
    },
    business_not_verified: {
      what: () => 'Sua empresa ainda não foi verificada na plataforma.',
      next: [
        () =>
          'Abra as configurações da empresa, depois a Central de Segurança, e inicie a verificação. Deixe os documentos oficiais à mão.',
      ],
    },
    country_restricted: {
      what: () => 'Sua conta comercial não pode enviar mensagens a pessoas de alguns países.',
      next: [
        () => 'A política de mensagens da plataforma diz quais países estão liberados para o seu tipo de negócio.',
      ],
    },
    number_not_registered: {
      what: () => 'O número de telefone não está registrado na plataforma.',
      next: [(partner) => phrase`Peça a ${partner} um link para conectá-lo de novo.`],
    },
    quality_low: {
      what: () =>
        'Muitas pessoas bloquearam ou denunciaram mensagens do número, e a plataforma limitou os envios por um tempo.',
      next: [() => 'Envie menos mensagens, e só a quem as espera. O limite acaba sozinho.'],
    },
    synchronisation_failed: {
      what: () => 'Não foi possível sincronizar os contatos e as conversas do seu celular.',
      next: [() => 'Atualize o aplicativo no celular, abra-o e deixe-o aberto enquanto faz o cadastro de novo.'],
    },
    webhook_endpoint_missing: {
      what: (partner) =>
        phrase`${partner} ainda precisa terminar a própria configuração. Não há nada errado do seu lado.`,
      next: [(partner) => phrase`Informe a ${partner} a referência abaixo.`],
    },
    endpoint_unreachable: {
      what: (partner) =>
        phrase`O sistema de ${partner} não respondeu. Não há nada errado com seu número nem com sua conta comercial.`,
      next: [(partner) => phrase`Informe a ${partner} a referência abaixo.`],
    },
    platform_unavailable: {
      what: () => 'A plataforma de mensagens ficou fora do ar por tempo demais.',
      next: [() => 'Espere uma hora.'],
    },
    other: {
      what: () => 'A plataforma de mensagens não aceitou a conexão.',
      next: [],
    },
  },
  refusals: {
    unknown: {
      title: 'Este link não funciona',
      paragraphs: [
        'Talvez ele tenha sido cortado no caminho. Abra-o de novo na mensagem que você recebeu ou copie-o por inteiro.',
        'Se isso não resolver, peça um novo link à empresa que o enviou.',
      ],
    },
    unavailable: {
      title: 'Este link não pode ser usado agora',
      paragraphs: ['Fale com a empresa que o enviou.'],
    },
    method: {
      title: 'Isso não é possível aqui',
      paragraphs: ['Abra o link de novo na mensagem que você recebeu.'],
    },
    forged: {
      title: 'Abra o link de novo',
      paragraphs: [
        'Este pedido não veio da página do link, ou a página foi aberta em outra aba. Nada mudou.',
        'Abra o link de novo na mensagem que você recebeu. Se você não esperava essa mensagem, não faça nada.',
      ],
    },
    otherBrowser: {
      title: 'Não dá para concluir o cadastro aqui',
      paragraphs: [
        'Ele não foi iniciado neste navegador ou já foi usado. Nada foi conectado.',
        'Abra o link da mensagem que você recebeu e faça tudo, desde o começo, em um só navegador.',
      ],
    },
    trouble: {
      title: 'Algo deu errado do nosso lado',
      paragraphs: ['Nada se perdeu. Abra o link de novo daqui a um minuto.'],
    },
    maintenance: {
      title: 'Estamos em manutenção',
      paragraphs: ['Nada se perdeu. Abra o link de novo daqui a uma hora.'],
    },
    notSetUp: {
      title: 'Ainda não é possível conectar',
      paragraphs: ['Nada se perdeu. Avise a empresa que enviou o link e abra-o de novo mais tarde.'],
    },
  },
};
