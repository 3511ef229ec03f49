import { customerStatuses, newCustomer } from '../../lambdas/domain/customer.ts';
import { newInstance } from '../../lambdas/domain/instance.ts';
import { instanceStatuses } from '../../lambdas/domain/states/instance-states.ts';
import { slotStates } from '../../lambdas/domain/states/slot-states.ts';
import { customerTransitions, customerTriggers } from '../../lambdas/domain/states/customer-states.ts';
import { instanceTransitions, instanceTriggers } from '../../lambdas/domain/states/instance-states.ts';
import { slotTransitions, slotTriggers } from '../../lambdas/domain/states/slot-states.ts';
import { code, codes, generatedNote, page, table } from './markdown.ts';

interface Machine {
  readonly states: readonly string[];
  readonly initial: string | null;
  readonly transitions: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The cause of each trigger. */
  readonly triggers: Readonly<Record<string, string>>;
}

interface Move {
  readonly from: string;
  readonly trigger: string;
  readonly to: string;
}

const movesOf = ({ states, transitions }: Machine): readonly Move[] =>
  states.flatMap((from) => Object.entries(transitions[from] ?? {}).map(([trigger, to]) => ({ from, trigger, to })));

const diagram = (machine: Machine): string => {
  const moves = movesOf(machine);
  const final = machine.states.filter((state) => !moves.some((move) => move.from === state));
  const lines = [
    ...(machine.initial === null ? [] : [`[*] --> ${machine.initial}`]),
    ...moves.map(({ from, trigger, to }) => `${from} --> ${to}: ${trigger}`),
    ...final.map((state) => `${state} --> [*]`),
  ];
  return ['```mermaid', 'stateDiagram-v2', ...lines.map((line) => `  ${line}`), '```'].join('\n');
};

const triggersTable = (machine: Machine): string => {
  const moves = movesOf(machine);
  return table(
    ['trigger', 'cause', 'from', 'to'],
    Object.entries(machine.triggers).map(([trigger, cause]) => {
      const its = moves.filter((move) => move.trigger === trigger);
      return [code(trigger), cause, codes(its.map(({ from }) => from)), codes([...new Set(its.map(({ to }) => to))])];
    }),
  );
};

const section = (title: string, about: string, machine: Machine): string =>
  [`## ${title}`, about, diagram(machine), triggersTable(machine)].join('\n\n');

const example = newInstance(
  { id: '', instance_key: '', partner_customer_id: '', instance_name: null, metadata: {} },
  0,
);
const contact = { customer_name: '', customer_email: null, customer_phone: null, metadata: {} };

/** docs/states.md: the state machines of the domain. */
export const statesPage = (): string =>
  page(
    '# States',
    generatedNote,
    'A command that is not possible in a state is refused with 409 `invalid_state` (on a merged customer `customer_merged`),\n' +
      'and nothing has changed.',
    section('Customers', '`status` of a customer.', {
      states: customerStatuses,
      initial: newCustomer('', '', contact, 0).status,
      transitions: customerTransitions,
      triggers: customerTriggers,
    }),
    section('Instances', '`status` of an instance (a messaging line).', {
      states: instanceStatuses,
      initial: example.status,
      transitions: instanceTransitions,
      triggers: instanceTriggers,
    }),
    section(
      'Slots',
      "`slot_state` of an instance. All states but `released` count against the partner's limit (`occupies_slot`).",
      {
        states: slotStates,
        initial: example.slot_state,
        transitions: slotTransitions,
        triggers: slotTriggers,
      },
    ),
  );
