import type { finder as en } from '../en/finder.ts';

export const finder: typeof en = {
  title: 'Buscar',
  field: 'Número, nome ou id',
  found: 'O que foi encontrado',
  searching: 'Buscando…',
  hint: 'Telefone em qualquer formato, nome, modelo, mensagem, evento, requisição, chave',
  keys: 'Setas escolhem, Enter abre, Esc fecha',
  kinds: {
    customers: 'Clientes',
    lines: 'Linhas',
    templates: 'Modelos',
    messages: 'Mensagens',
    events: 'Eventos',
    keys: 'Chaves',
    acts: 'Ações da equipe',
  },
};
