import { phrase } from '../html.ts';
import type { Words } from './words.ts';

/** Of Latin America. */
export const spanish: Words = {
  locale: 'es-419',
  direction: 'ltr',
  cancel: 'Cancelar',
  closePage: 'Ya puedes cerrar esta página.',
  backTo: (partner) => phrase`Volver a ${partner}`,
  privacy: (partner) => phrase`Privacidad en ${partner}`,
  utc: (time) => phrase`${time} (UTC)`,
  invitation: {
    title: 'Conecta tu número',
    titleAgain: 'Vuelve a conectar tu número',
    asks: (partner) =>
      phrase`${partner} te pide conectar el número de teléfono de tu empresa a su servicio de mensajería.`,
    asksAgain: (partner) =>
      phrase`${partner} te pide renovar la conexión de tu número de teléfono con su servicio de mensajería.`,
    yourNumber: 'Tu número',
    phoneNumber: 'Número de teléfono',
    endsIn: (digits) => phrase`termina en ${digits}`,
    whatHappens: 'Qué va a pasar',
    signIn: 'Inicias sesión en la plataforma de mensajería. Tu contraseña se queda allí.',
    choose: 'Eliges tu cuenta comercial y el número de teléfono que quieres conectar.',
    chooseSame: phrase`Eliges <strong>la misma</strong> cuenta comercial y el mismo número que antes.`,
    comeBack: 'Vuelves aquí y se hace la conexión. Tarda unos segundos.',
    abilities: (partner) => phrase`${partner} podrá`,
    messages: 'enviar y recibir mensajes con este número',
    templates: 'administrar tus plantillas de mensajes',
    quality: 'ver la calidad y los límites del número',
    moves: '¿El número funciona hoy con otro proveedor?',
    moving: [
      'En el Administrador de WhatsApp, desactiva la verificación en dos pasos del número, o pídeselo a ese proveedor.',
      'Después continúa aquí e ingresa el mismo número. La plataforma le envía un código.',
      'Hasta que el número esté conectado aquí, sigue funcionando con ese proveedor.',
    ],
    kept: 'El número conserva su nombre visible, su calidad y sus límites. La plataforma copia las plantillas aprobadas de buena calidad.',
    start: 'Continuar e iniciar sesión',
    worksUntil: (time) =>
      phrase`Este enlace es solo para ti y funciona hasta el ${time}. Si no lo esperabas, cierra esta página.`,
  },
  popup: {
    fullPage: 'Iniciar sesión en una página completa',
    opened: 'Continúa en la ventana que se abrió. Cuando termines, esta página sigue sola.',
    blocked:
      'Tu navegador bloqueó la ventana. Permite las ventanas emergentes en esta página e inténtalo de nuevo, o inicia sesión en una página completa.',
    notLoaded:
      'No se puede abrir la ventana aquí, tal vez por un bloqueador de contenido. Inicia sesión en una página completa.',
    finishing: 'Gracias. Estamos conectando tu número…',
  },
  notices: {
    declined: () =>
      'Te detuviste antes del final, así que no se conectó nada. Puedes empezar de nuevo o cancelar definitivamente.',
    interrupted: () => 'El registro no se completó, así que no se conectó nada. Empieza de nuevo.',
    no_code: () =>
      'La ventana se cerró antes de terminar el registro, así que no se conectó nada. Inténtalo de nuevo o inicia sesión en una página completa.',
    platform_error: (partner) =>
      phrase`La plataforma de mensajería informó un problema, así que no se conectó nada. Inténtalo de nuevo. Si vuelve a pasar, avisa a ${partner}.`,
    stopped_at_account: () =>
      'Te detuviste al elegir la cuenta comercial. No se conectó nada. Si todavía no tienes una, puedes crearla ahí mismo.',
    stopped_at_number: () =>
      'Te detuviste al elegir el número de teléfono. No se conectó nada. Ahí puedes elegir un número que ya tienes o agregar otro.',
    stopped_at_profile: () =>
      'Te detuviste en el perfil de tu empresa. No se conectó nada. Necesitas el nombre que verán tus clientes y una categoría.',
    stopped_at_phone: () =>
      'Te detuviste al escribir el número de teléfono. No se conectó nada. Usa un número que pueda recibir un SMS o una llamada.',
    stopped_at_verification: () =>
      'Te detuviste antes de verificar el número. No se conectó nada. Ten el teléfono a mano: recibirás un código por SMS o llamada.',
    stopped_at_permissions: (partner) =>
      phrase`Te detuviste antes de permitir el acceso. No se conectó nada. Sin ese permiso, ${partner} no puede enviar ni recibir tus mensajes.`,
  },
  choice: {
    title: 'Elige tu número',
    which: (partner) => phrase`Encontramos más de un número. ¿Cuál quieres conectar a ${partner}?`,
    numbers: 'Números de teléfono',
    account: (name) => phrase`Cuenta: ${name}`,
    unnamed: 'Sin nombre',
    missing: 'Elige un número de teléfono.',
    submit: 'Conectar este número',
    nothingYet: (time) => phrase`No se conecta nada hasta que elijas. Elige antes del ${time}.`,
  },
  pin: {
    title: 'Escribe el PIN de tu número',
    why: 'Este número está protegido con la verificación en dos pasos. Para conectarlo se necesita su PIN de seis dígitos.',
    label: 'PIN de seis dígitos',
    wrong:
      'Este PIN no fue aceptado. Revísalo e inténtalo de nuevo. Después de varios PIN incorrectos, el número se bloquea por un tiempo.',
    malformed: 'El PIN tiene seis dígitos.',
    submit: 'Continuar',
    where: 'Dónde encontrar el PIN',
    chosen: 'Alguien de tu empresa lo eligió al activar la verificación en dos pasos de este número.',
    reset:
      'Si nadie lo sabe, abre el Administrador de WhatsApp, luego Números de teléfono, la configuración de este número y Verificación en dos pasos. Ahí puedes cambiar el PIN o desactivarlo.',
    kept: (partner) => phrase`El PIN solo se usa para conectar el número. ${partner} no lo ve.`,
    nothingYet: (time) => phrase`Escribe el PIN antes del ${time}. Mientras tanto, el número no se conecta.`,
  },
  progress: {
    title: 'Conectando tu número',
    seconds: 'Suele tardar unos segundos. La página sigue sola.',
    busy: 'La plataforma de mensajería está muy ocupada en este momento.',
    goesOn: (time) => phrase`La conexión sigue sola después del ${time}.`,
    waits: 'La conexión espera la aprobación hasta 30 días y sigue sola cuando llega.',
    signedIn: 'Iniciando sesión',
    found: 'Buscando el número',
    ready: 'Preparando el número',
    connecting: (partner) => phrase`Conectando con ${partner}`,
    synchronising: 'Sincronizando contactos y chats',
    done: 'listo',
    look: 'Comprobar ahora',
    close: 'Puedes cerrar esta página: la conexión se hace de todos modos.',
  },
  ending: {
    completed: 'Tu número está conectado',
    canSend: (partner) =>
      phrase`${partner} ya puede enviar y recibir mensajes con él. No hay nada más que hacer, y este enlace ya no sirve.`,
    cannotSend: 'Tu número está conectado, pero todavía no puede enviar mensajes',
    synchronises:
      'Puedes seguir usando la aplicación en tu teléfono. Ábrela al menos cada 13 días para que el número siga conectado.',
    failed: 'No se pudo conectar tu número',
    nextSteps: 'Qué hacer ahora',
    reference: 'Referencia',
    cancelled: 'Cancelaste',
    nothing: 'No se conectó nada.',
    expired: 'Este enlace caducó',
    limitedTime: 'Los enlaces para conectar un número funcionan por tiempo limitado.',
    revoked: 'Este enlace ya no es válido',
    withdrawn: (partner) =>
      phrase`Se retiró o se reemplazó por uno más nuevo: busca un mensaje más reciente de ${partner}.`,
    newLink: (partner) => phrase`Si quieres continuar, pide un enlace nuevo a ${partner}.`,
  },
  hindrances: {
    blocked: {
      title: 'Los mensajes están bloqueados',
      says: (partner) =>
        phrase`Por ahora, la plataforma de mensajería no permite que ${partner} envíe ningún mensaje con este número.`,
    },
    limited: {
      title: 'Los mensajes están limitados',
      says: (partner) =>
        phrase`Por ahora, la plataforma de mensajería permite que ${partner} envíe solo algunos mensajes con este número.`,
    },
  },
  manager: 'Abrir el Administrador\u00a0de\u00a0WhatsApp',
  failures: {
    reconnect_mismatch: {
      what: () => 'Se eligió una cuenta comercial o un número distinto del que está conectado.',
      next: [() => 'La próxima vez, elige la misma cuenta y el mismo número.'],
    },
    number_taken: {
      what: () => 'Este número ya está conectado en otro lugar. Primero hay que desconectarlo de ahí.',
      next: [() => 'Pide al proveedor que usabas con este número que lo libere, o elige otro número.'],
    },
    number_missing: {
      what: () => 'La cuenta comercial todavía no tiene ningún número de teléfono.',
      next: [() => 'Puedes agregar un número durante el registro. Debe poder recibir un SMS o una llamada.'],
    },
    number_not_verified: {
      what: () => 'El número de teléfono todavía no está verificado.',
      next: [() => 'Vuelve a registrarte y escribe el código que llega por SMS o llamada.'],
    },
    number_deleted: {
      what: () => 'El número se acaba de eliminar y todavía no se puede conectar.',
      next: [() => 'Espera diez minutos.'],
    },
    name_not_approved: {
      what: () => 'El nombre visible del número todavía no está aprobado.',
      next: [
        () => 'Espera la aprobación. Puedes ver su estado en el Administrador de WhatsApp, en Números de teléfono.',
      ],
    },
    pin_wrong: {
      what: () => 'El PIN del número no fue aceptado.',
      next: [
        () =>
          'Cambia el PIN en el Administrador de WhatsApp: Números de teléfono, configuración del número, Verificación en dos pasos.',
      ],
    },
    pin_missing: {
      what: () => 'El PIN del número no se escribió a tiempo.',
      next: [
        () =>
          'Ten el PIN a mano. Puedes cambiarlo en el Administrador de WhatsApp: Números de teléfono, configuración del número, Verificación en dos pasos.',
      ],
    },
    pin_locked: {
      what: () => 'Se escribieron demasiados PIN incorrectos y el número quedó bloqueado por un tiempo.',
      next: [
        () => 'Espera un día.',
        () =>
          'Cambia el PIN en el Administrador de WhatsApp: Números de teléfono, configuración del número, Verificación en dos pasos.',
      ],
    },
    registration_limit: {
      what: () => 'Este número se conectó demasiadas veces en poco tiempo. La plataforma lo bloqueó por tres días.',
      next: [() => 'Espera tres días.'],
    },
    choice_missing: {
      what: () => 'No se eligió ningún número a tiempo.',
      next: [],
    },
    waba_not_shared: {
      what: () => 'No se compartió ninguna cuenta comercial. La próxima vez, permite el acceso a tu cuenta comercial.',
      next: [],
    },
    access_withdrawn: {
      what: () => 'El acceso a tu cuenta comercial se retiró o no incluye todo lo necesario.',
      next: [() => 'Vuelve a registrarte con alguien que administre la cuenta y permite todo lo que se pida.'],
    },
    account_restricted: {
      what: () => 'La plataforma de mensajería restringió tu cuenta comercial.',
      next: [() => 'Abre el Administrador de WhatsApp. Ahí verás el motivo y cómo pedir una revisión.'],
    },
    payment_missing: {
      what: () =>
        'Tu cuenta comercial no tiene un método de pago válido, así que el número no puede iniciar conversaciones.',
      next: [
        () => 'En el Administrador de WhatsApp, abre la configuración de pagos de tu cuenta.',
        () =>
          'Agrega un método de pago o corrige el que ya está. Los mensajes saldrán en cuanto la plataforma lo acepte.',
      ],
    },
    business_not_verified: {
      what: () => 'Tu negocio todavía no está verificado en la plataforma.',
      next: [
        () =>
          'Abre la configuración del negocio, luego el Centro de seguridad, e inicia la verificación. Ten a mano los documentos oficiales.',
      ],
    },
    country_restricted: {
      what: () => 'Tu cuenta comercial no puede enviar mensajes a personas de algunos países.',
      next: [
        () => 'La política de mensajes de la plataforma indica qué países están abiertos para tu tipo de negocio.',
      ],
    },
    number_not_registered: {
      what: () => 'El número de teléfono no está registrado en la plataforma.',
      next: [(partner) => phrase`Pide a ${partner} un enlace para conectarlo de nuevo.`],
    },
    quality_low: {
      what: () =>
        'Muchas personas bloquearon o denunciaron mensajes del número, y la plataforma limita los envíos por un tiempo.',
      next: [() => 'Envía menos mensajes, y solo a quienes los esperan. El límite termina por sí solo.'],
    },
    synchronisation_failed: {
      what: () => 'No se pudieron sincronizar los contactos y chats de tu teléfono.',
      next: [() => 'Actualiza la aplicación en tu teléfono, ábrela y déjala abierta mientras te registras de nuevo.'],
    },
    webhook_endpoint_missing: {
      what: (partner) =>
        phrase`${partner} tiene que terminar primero su propia configuración. De tu lado todo está bien.`,
      next: [(partner) => phrase`Comunica a ${partner} la referencia de abajo.`],
    },
    endpoint_unreachable: {
      what: (partner) =>
        phrase`El sistema de ${partner} no respondió. Tu número y tu cuenta comercial no tienen ningún problema.`,
      next: [(partner) => phrase`Comunica a ${partner} la referencia de abajo.`],
    },
    platform_unavailable: {
      what: () => 'La plataforma de mensajería no estuvo disponible durante demasiado tiempo.',
      next: [() => 'Espera una hora.'],
    },
    other: {
      what: () => 'La plataforma de mensajería no aceptó la conexión.',
      next: [],
    },
  },
  refusals: {
    unknown: {
      title: 'Este enlace no funciona',
      paragraphs: [
        'Tal vez se cortó en el camino. Ábrelo de nuevo desde el mensaje que recibiste o cópialo completo.',
        'Si eso no ayuda, pide un enlace nuevo a la empresa que te lo envió.',
      ],
    },
    unavailable: {
      title: 'Este enlace no se puede usar ahora',
      paragraphs: ['Consulta a la empresa que te lo envió.'],
    },
    method: {
      title: 'Eso no es posible aquí',
      paragraphs: ['Abre el enlace de nuevo desde el mensaje que recibiste.'],
    },
    forged: {
      title: 'Abre el enlace de nuevo',
      paragraphs: [
        'Esta solicitud no vino de la página del enlace, o esa página se abrió en otra pestaña. No se cambió nada.',
        'Abre el enlace de nuevo desde el mensaje que recibiste. Si no esperabas ese mensaje, no hagas nada.',
      ],
    },
    otherBrowser: {
      title: 'El registro no se puede terminar aquí',
      paragraphs: [
        'No se empezó en este navegador, o ya se usó. No se conectó nada.',
        'Abre el enlace del mensaje que recibiste y haz todo, desde el principio, en un solo navegador.',
      ],
    },
    trouble: {
      title: 'Algo falló de nuestro lado',
      paragraphs: ['No se perdió nada. Abre el enlace de nuevo en un minuto.'],
    },
    maintenance: {
      title: 'Estamos en mantenimiento',
      paragraphs: ['No se perdió nada. Abre el enlace de nuevo en una hora.'],
    },
    notSetUp: {
      title: 'Todavía no se puede conectar',
      paragraphs: ['No se perdió nada. Avisa a la empresa que te envió el enlace y ábrelo de nuevo más tarde.'],
    },
  },
};
