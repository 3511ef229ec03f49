import type { usage as en } from '../en/usage.ts';

export const usage: typeof en = {
  title: 'Uso',
  description: 'O que é cobrado, por dias UTC.',
  month: 'Mês',
  figures: {
    slot_days: 'Dias de vaga',
    slots_peak: 'Máximo de vagas simultâneas',
    lines_connected: 'Linhas conectadas',
    customers_active: 'Clientes ativos',
    events_delivered: 'Eventos entregues',
    reports: 'Relatórios de entrega',
    calls: 'Chamadas',
  },
  figure: 'Indicador',
  whole: 'O mês inteiro',
  soFar: 'Este mês até agora',
  byDay: 'Por dia',
  day: 'Dia',
  chart: (figure) => `${figure} por dia`,
  empty: 'Nenhum uso foi registrado neste mês',
  emptyWhy: 'O uso é registrado a partir do seu primeiro dia. Escolha outro mês.',
  test: 'Este é um uso de teste, que nunca é cobrado',
  testWhy: 'Somente o uso da produção é cobrado.',
  closing: 'Um dia é definitivo 6 a 7 horas depois do seu fim. Até lá, os números ainda podem aumentar.',
};
