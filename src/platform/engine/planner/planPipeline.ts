import type { Command, CommandKind, CommandOf, Query } from '../../../core/language/ast';
import { commandOptions, findCommand } from '../../../core/language/catalog/catalog';
import { joinTypes } from '../../../core/language/catalog/entry';
import type { ErrorKey } from '../../../core/language/errorCodes';
import { call, literal } from '../plan/planNode';
import { rowJson } from '../plan/planFunctions';
import { QueryRejection } from '../plan/queryRejection';
import { CommandOptionValues } from './commandOptionValues';
import type { CommandPlanning } from './commandOptionValues';
import type { PlanningContext } from './planningContext';
import { planAggregates } from './planAggregates';
import { planExpression } from './planExpression';
import { planEventContext, planMatch, planRemember, rowParametersOf, usesRowState } from './planCorrelation';
import { planAnchors, planParse, signatureOf } from './planParsing';
import { planLimit, planLookup, planRepeat, planSort } from './planRows';
import { limits, planFulltext, planJson, planSystem, planTable } from './planSources';
import type { Operator, OperatorBody, OperatorOf, Pipeline } from '../plan/operator';

/** Plans a query and its subqueries. Throws the reason if the query is rejected. */
export function planPipeline(query: Query, outer: PlanningContext): Pipeline {
  const subqueries: Pipeline[] = [];
  const context = { ...outer, rowParameters: rowParametersOf(query) };
  const addSubquery = (subquery: Query): number => {
    const parameters = outer.scopes?.get(subquery) ?? outer.parameters;
    return subqueries.push(planPipeline(subquery, { ...outer, parameters })) - 1;
  };
  const plan = (command: Command, index: number): Operator[] => {
    const options = new CommandOptionValues(command, context);
    checkRunsHere(command, options);
    if (command.kind === 'through') return through(command, index);
    // The table pairs every kind with a planner of that kind, which the type checker cannot follow.
    const planner = planners[command.kind] as CommandPlanner<CommandKind> | undefined;
    if (!planner) throw notHere(command.name.text);
    const bodies = [planner(command, { context, options, addSubquery })].flat();
    return bodies.map((body) => ({ ...body, command: index }));
  };
  const through = ({ name, subquery }: CommandOf<'through'>, index: number): Operator[] => {
    const { query: inner } = required(subquery);
    const operators = inner.commands.flatMap((command) => plan(command, index));
    const isSerial = name.text === 'serial' && usesRowState(inner);
    return isSerial ? [{ operator: 'serial', command: index }, ...operators] : operators;
  };
  const operators = query.commands.flatMap(plan);
  return { index: query.from, operators, subqueries };
}

/** Rejects commands and options that the local platform does not have. */
function checkRunsHere(command: Command, options: CommandOptionValues): void {
  const { text } = command.name;
  if (findCommand(text)?.runsLocally === false) throw notHere(text);
  const known = commandOptions[text] ?? {};
  for (const { name } of command.options.filter((option) => known[option.name.text]?.notLocal)) {
    const isOff = known[name.text]?.type === 'boolean' && !options.boolean(name.text);
    if (!isOff) throw notHere(`${text} ${name.text}=`);
  }
}

/** What the language has and the local platform does not. */
function notHere(name: string): QueryRejection {
  return new QueryRejection('unsupported-command', { name });
}

type CommandPlanner<Kind extends CommandKind> = (
  command: Extract<Command, { kind: Kind }>,
  planning: CommandPlanning,
) => OperatorBody | readonly OperatorBody[];

const memoryLookupActions = ['build', 'load', 'drop', 'list'] as const;

const pass: OperatorBody = { operator: 'pass' };

const planners: { readonly [Kind in CommandKind]?: CommandPlanner<Kind> } = {
  table: planTable,
  fulltext: planFulltext,
  json: planJson,
  system: planSystem,
  search: (command, { context, options }) => {
    const predicate = planExpression(command.condition, context);
    const maximum = options.integer('limit');
    const filter: OperatorBody = { operator: 'filter', predicate };
    return maximum === undefined ? [filter] : [filter, { operator: 'limit', offset: 0, maximum }];
  },
  eval: (command, { context }) => ({
    operator: 'extend',
    assignments: command.assignments.map(({ target, value }) => ({
      field: target.name,
      value: planExpression(value, context),
    })),
  }),
  fields: ({ fields, exclude }) => ({ operator: 'project', fields: namesOf(fields), exclude }),
  rename: ({ renames }) => ({
    operator: 'rename',
    renames: renames.map(({ source, target }) => ({ from: source.name, to: target.name })),
  }),
  stats: planAggregation,
  timechart: planAggregation,
  sort: planSort,
  limit: planLimit,
  join: (command, { options, addSubquery }) => ({
    operator: 'join',
    type: joinTypes.find((type) => type === options.text('type')) ?? 'inner',
    keys: namesOf(command.keys),
    subquery: addSubquery(required(command.subquery).query),
  }),
  union: (command, { addSubquery }) => ({
    operator: 'union',
    subquery: addSubquery(required(command.subquery).query),
  }),
  rex: ({ pattern }, { options }) => {
    const field = options.text('field');
    if (field === undefined) throw new QueryRejection('missing-rex-field');
    if (!pattern) throw new QueryRejection('missing-rex-regex');
    return { operator: 'extract', field, pattern: pattern.value };
  },
  parse: planParse,
  explode: ({ field }) => ({ operator: 'explode', field: required(field, 'no-field-args').name }),
  order: ({ fields }) => ({ operator: 'reorder', fields: namesOf(fields) }),
  prev: ({ fields }) => ({ operator: 'previous', fields: namesOf(fields) }),
  repeat: planRepeat,
  drop: () => ({ operator: 'discard' }),
  // Parameters get their values before the rows are processed.
  set: () => pass,
  evalc: planRemember,
  evtctx: planEventContext,
  mpsearch: planMatch,
  setq: () => pass,
  lookup: planLookup,
  import: (command, { context }) => {
    if (!context.isAdministrator) throw new QueryRejection('no-permission');
    return { operator: 'import', table: required(command.table, 'no-table-data-source').name };
  },
  pivot: planPivot,
  tojson: (command, { options }) => {
    const pairs = command.fields.flatMap(({ name }) => [literal(name), { node: 'field', name } as const]);
    const field = options.text('output') ?? '_json';
    return { operator: 'extend', assignments: [{ field, value: call(rowJson, ...pairs) }] };
  },
  matchnet: (command, { options }) => ({
    operator: 'networks',
    field: required(options.text('field'), 'no-field-args'),
    table: required(command.table, 'invalid-lookup-name').name,
  }),
  result: ({ id }, planning) => [
    { operator: 'result', id: required(id, 'no-read-permission') },
    ...limits(planning),
  ],
  memlookup: ({ fields }, { options }) => {
    const written = options.text('op');
    const [name, key] = [options.text('name') ?? '', options.text('key') ?? ''];
    const listed = name === '' ? 'list' : 'load';
    const action =
      written === 'list' ? listed : (memoryLookupActions.find((known) => known === written) ?? listed);
    return { operator: 'memlookup', action, name, key, fields: namesOf(fields) };
  },
  // Planned with the pipeline around it.
  through: () => pass,
  bypass: () => pass,
  comment: () => pass,
  anchors: planAnchors,
  boxplot: planBoxplot,
  other: planOther,
};

/** Commands without arguments of their own. */
function planOther(command: CommandOf<'other'>): OperatorBody {
  switch (command.name.text) {
    case 'signature':
      return { operator: 'extend', assignments: [signatureOf()] };
    case 'summary':
      return { operator: 'summary' };
    default:
      throw notHere(command.name.text);
  }
}

function namesOf(fields: readonly { readonly name: string }[]): string[] {
  return fields.map(({ name }) => name);
}

/** The parser has reported missing parts, so this one exists. */
function required<Part>(part: Part | undefined, key: ErrorKey = 'unexpected-term'): Part {
  if (part === undefined) throw new QueryRejection(key);
  return part;
}

const defaultSpan = '1h';

function planAggregation(
  command: CommandOf<'stats'> | CommandOf<'timechart'>,
  { context, options }: CommandPlanning,
): OperatorBody {
  const by = namesOf(command.by);
  const isChart = command.kind === 'timechart';
  const aggregates = planAggregates(command.aggregates, isChart ? ['_time'] : by, context);
  const shape = isChart ? { by: [], columns: by } : { by, columns: [], totals: totalsOf(command, options) };
  const interval = isChart && { span: options.text('span') ?? defaultSpan, offset: options.text('offset') };
  return { operator: 'aggregate', aggregates, ...shape, interval: interval || undefined };
}

const quartiles = [
  ['count', 'count'],
  ['min', 'min'],
  ['percentile', 'iqr1', 25],
  ['percentile', 'iqr2', 50],
  ['percentile', 'iqr3', 75],
  ['max', 'max'],
] as const;

function planBoxplot(command: CommandOf<'boxplot'>, { context }: CommandPlanning): OperatorBody {
  const argument = planExpression(command.value, context);
  const aggregates = quartiles.map(([name, column, percent]) => {
    return { function: name, argument, percent, column };
  });
  return { operator: 'aggregate', aggregates, by: namesOf(command.by), columns: [] };
}

/** Each field doubles the groupings of a cube. */
const maxCubeFields = 8;

function totalsOf(
  { name: { text: kind }, by }: CommandOf<'stats'>,
  options: CommandOptionValues,
): OperatorOf<'aggregate'>['totals'] {
  if (kind !== 'rollup' && kind !== 'cube') return undefined;
  if (kind === 'cube' && by.length > maxCubeFields) throw notHere(`cube of ${by.length} fields`);
  return { kind, label: options.text('label') };
}

function planPivot(command: CommandOf<'pivot'>, { context }: CommandPlanning): OperatorBody {
  const by = namesOf(command.rowFields);
  const aggregates = planAggregates(command.aggregates, by, context);
  return { operator: 'aggregate', aggregates, by, columns: namesOf(command.columnFields) };
}
