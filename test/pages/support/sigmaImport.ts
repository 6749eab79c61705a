import type { ImportedRule, SigmaImportState } from '../../../src/core/pages/sigmaImport';
import { hostOf } from './hostOf';
import type { Message } from './pageUnderTest';
import { connection } from './states';

export function sigmaImportState(change: Partial<SigmaImportState> = {}): SigmaImportState {
  return {
    kind: 'state',
    connection: { ...connection, serverOffset: null },
    folder: '/home/analyst/sigma/rules',
    mapping: 'sigma-map.yaml',
    task: null,
    failure: null,
    view: {
      text: '',
      levels: [],
      products: [],
      techniques: [],
      states: [],
      days: 7,
      selected: [],
      widths: {},
      firstRow: 0,
    },
    ...change,
  };
}

const levels = ['critical', 'high', 'medium', 'low', 'informational'];
const states = ['ready', 'ready', 'ready', 'ready', 'mapping', 'missing', 'rejected'] as const;
const subjects = [
  'Shell That Downloads',
  'New Service by Remote User',
  'Archive with a Password',
  'Odd Logon',
];

export function importedRule(index: number, change: Partial<ImportedRule> = {}): ImportedRule {
  const state: ImportedRule['state'] = states[index % states.length] ?? 'ready';
  const reasons = {
    ready: null,
    missing: 'Table “win” does not exist on the platform; the log source is mapped to it.',
    unchecked: null,
    mapping: 'The mapping has no table for the log source product acme.',
    rejected:
      'The regular expression uses lookahead or lookbehind, which the query language does not support.',
  };
  return {
    file: `windows/process_creation/rule_${index}.yml`,
    title: `${subjects[index % subjects.length] ?? ''} ${index}`,
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    level: levels[index % levels.length] ?? 'low',
    product: state === 'mapping' ? 'acme' : index % 3 === 0 ? 'linux' : 'windows',
    techniques: [`T10${50 + (index % 4)}.001`, ...(index % 2 === 0 ? ['T1105'] : [])],
    description: 'Looks for a shell whose command line downloads something and runs it at once.',
    state,
    reason: reasons[state],
    line: 12,
    ...change,
  };
}

/** A host that has so many rules, of which some were tried and created. */
export function sigmaImportHost(
  count: number,
  state: SigmaImportState = sigmaImportState(),
): (message: Message) => readonly unknown[] {
  const rules = Array.from({ length: count }, (_, index) => importedRule(index));
  const progress = [
    {
      rule: 0,
      trial: { state: 'done', hits: 12_345 },
      result: { state: 'created', message: '“A” is created.' },
    },
    {
      rule: 1,
      trial: { state: 'done', hits: 0 },
      result: { state: 'exists', message: '“B” already exists.' },
    },
    { rule: 2, trial: { state: 'failed', message: 'The table was not found.' }, result: null },
    { rule: 3, trial: { state: 'running' }, result: { state: 'failed', message: 'No response.' } },
  ];
  return hostOf(state, { kind: 'rules', rulesId: 1, rules, progress });
}
