import type { imports as en } from '../en/imports.ts';
import { isolated } from '../../pieces/isolated.ts';

export const imports: typeof en = {
  title: 'Importar clientes',
  open: 'Importar clientes',
  description: 'Cria e altera clientes a partir de um arquivo CSV. Nada é enviado antes de você ver o que vai mudar.',
  mayNot: 'Seu papel não permite importar clientes',
  file: 'O arquivo',
  fileWhy: 'Um arquivo CSV exportado de uma planilha ou do seu sistema. Um registro por cliente, com cabeçalho.',
  choose: 'Escolher arquivo',
  drop: 'Solte o arquivo aqui',
  remove: (name) => `Remover ${isolated(name)}`,
  size: (megabytes) => `Até ${megabytes} MB`,
  tooLarge: (megabytes) =>
    `O arquivo tem mais de ${megabytes} MB. Divida-o em partes ou peça ao operador para importá-lo.`,
  reading: 'Lendo o arquivo',
  unreadable: 'Não foi possível ler o arquivo',
  whichReads: 'Qual destas linhas está correta?',
  whichReadsWhy: (line) =>
    `O texto não está em UTF-8, e o arquivo não informa a codificação. Esta é a linha ${line}, lida de duas formas.`,
  noneReads: 'Nenhuma está correta? Salve o arquivo como “CSV UTF-8” e escolha-o novamente.',
  readAs: (rows, encoding) => `${rows} registros, lidos como ${encoding}`,
  separator: 'Separador',
  separators: { comma: 'Vírgula', semicolon: 'Ponto e vírgula', tab: 'Tabulação', bar: 'Barra vertical' },
  columns: 'As colunas',
  row: 'Registro',
  columnsWhy:
    'Indique o que há em cada coluna. As colunas marcadas como “Não importar” são ignoradas. Uma célula vazia mantém o valor atual.',
  column: 'Coluna',
  samples: 'Primeiros valores',
  field: 'Campo',
  fieldOf: (column) => `Campo de ${isolated(column)}`,
  leftOut: 'Não importar',
  unnamed: (place) => `Coluna ${place}`,
  twice: (field) => `Duas colunas têm o campo ${field}. Escolha uma delas.`,
  lacksColumns: (fields) => `Escolha as colunas de: ${fields}.`,
  preview: 'O que vai mudar',
  previewWhy:
    'Em comparação com seus clientes neste momento. O serviço verifica cada registro mais uma vez durante a importação.',
  comparing: 'Carregando seus clientes',
  notCompared: (most) =>
    `Você tem mais de ${most} clientes, por isso os registros não são comparados aqui. A importação não altera os clientes que já têm os mesmos valores.`,
  line: 'Linha do arquivo',
  outcome: 'Resultado',
  outcomes: {
    created: 'Novo cliente',
    updated: 'Alterado',
    unchanged: 'Sem alteração',
    refused: 'Recusado',
    bad: 'Não enviado',
    ready: 'A enviar',
  },
  counts: {
    created: 'novos',
    updated: 'alterados',
    unchanged: 'sem alteração',
    refused: 'recusados',
    bad: 'não enviados',
    ready: 'a enviar',
  },
  show: 'Mostrar',
  all: 'Todos os registros',
  state: (status) => `Situação do cliente: ${status}`,
  import: (rows) => `Importar ${rows} registros`,
  importOne: 'Importar 1 registro',
  running: 'Importando os clientes',
  runningWhy:
    'Você pode usar outras páginas enquanto isso. Mantenha esta janela aberta até que todos os registros sejam enviados.',
  done: 'A importação terminou',
  stopped: 'A importação foi interrompida',
  stoppedWhy: 'O que já foi importado permanece. “Continuar” envia o restante, sem repetir nada.',
  incomplete:
    'O serviço não conseguiu processar todos os registros. “Continuar” envia-os de novo: o que já foi importado não muda.',
  continue: 'Continuar',
  another: 'Importar outro arquivo',
  toCustomers: 'Ver os clientes',
  failed: 'Registros que não foram importados',
  failedWhy:
    'Baixe os registros, corrija-os na planilha e importe o mesmo arquivo de novo. A última coluna diz o motivo.',
  download: 'Baixar estes registros',
  downloadName: 'registros-para-corrigir.csv',
  why: 'Motivo',
  lacks: (field) => `Falta o campo ${field}`,
  noObject: 'Os metadados devem ser um objeto JSON, como {"plan":"basic"}',
  nullCharacter: 'O registro tem um caractere que não pode ser armazenado (U+0000)',
  repeats: (line) => `O mesmo ID externo está na linha ${line}. Este registro é importado depois.`,
  repeated: (rows) =>
    rows === '1'
      ? 'Em 1 registro, o ID externo já aparece em um anterior'
      : `Em ${rows} registros, o ID externo já aparece em um anterior`,
  repeatedWhy:
    'Os registros de um cliente são importados na ordem: o que um posterior diz substitui o que um anterior disse.',
  merged: 'O cliente foi unificado com outro',
  refusedState: 'Os dados do cliente foram ou estão sendo apagados',
  faults: {
    spreadsheet: 'Este arquivo é uma planilha ou um arquivo compactado. Salve-o como CSV e escolha o novo arquivo.',
    other_encoding: (encoding) => `O texto não está em ${encoding}. Salve o arquivo como “CSV UTF-8”.`,
    empty: 'O arquivo está vazio.',
    no_rows: 'O arquivo tem só o cabeçalho.',
    no_header: 'A primeira linha não traz os nomes das colunas.',
    unknown_columns: (names) => `O arquivo tem colunas desconhecidas: ${names}.`,
    missing_column: (name) => `Falta a coluna ${isolated(name)} no arquivo.`,
    repeated_column: (name) => `A coluna ${isolated(name)} aparece duas vezes no arquivo.`,
    quote_not_closed: 'As aspas foram abertas e não foram fechadas. Feche-as ou apague-as.',
    text_after_quote: 'Há texto depois das aspas de fechamento. Duplique as aspas dentro de uma célula.',
    large_row: (kilobytes) => `O registro tem mais de ${kilobytes} KB. Talvez falte fechar aspas.`,
    no_csv: (message) => `Isto não é CSV: ${message}`,
    long_row: (cells, columns) =>
      `O registro tem ${cells} células, e o cabeçalho, ${columns} colunas. Coloque entre aspas a célula que contém o separador.`,
    short_row: (cells, columns) =>
      `O registro tem ${cells} células, e o cabeçalho, ${columns} colunas. Acrescente os separadores.`,
    unnamed_column: (place) =>
      `A coluna ${place} tem células, mas não tem nome. Dê um nome a ela ou apague as células.`,
    lost_letter: 'Uma letra se perdeu (U+FFFD). Exporte o arquivo de novo a partir da origem.',
    rounded_number: (cell) =>
      `A planilha arredondou o número para ${isolated(cell)}. Formate a coluna como texto e digite todos os algarismos.`,
    formula_error: (cell) => `${isolated(cell)} é um erro de fórmula. Digite o valor.`,
  },
  atLine: (line) => `Linha ${line}`,
};
