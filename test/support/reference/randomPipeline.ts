import type { SeededRandom } from '../../../src/platform/demo/seededRandom';
import { nothing } from './command';
import type { Result } from './command';
import { runCommand } from './interpreter';
import { Picker } from './randomExpressions';
import type { FieldKind } from './randomExpressions';
import type { Scope, World } from './scope';
import { splitPipeline } from './syntax';
import { asText } from './values';
import type { Row } from './values';

export interface RandomCase {
  readonly query: string;
  readonly expected: Result;
}

/** What a command is written from. `ordered`: whether the order of the rows is known. */
interface Step {
  readonly pick: Picker;
  readonly rows: readonly Row[];
  readonly ordered: boolean;
}

/** A command, or undefined if it does not suit the rows. */
type Template = (step: Step) => string | undefined;

/** A random pipeline over the tables `logs` and `mapping`, with its expected rows. */
export function randomPipeline(seeded: SeededRandom, world: World): RandomCase {
  const scope: Scope = { parameters: new Map(), world };
  const commands: string[] = [];
  let expected: Result = nothing;
  let isLoose = false;
  const run = (text: string): void => {
    for (const command of splitPipeline(text)) {
      commands.push(command);
      isLoose ||= orderedByMixed(command, expected);
      expected = runCommand(command, expected, scope);
    }
  };
  const pickerOf = (rows: readonly Row[]): Picker => new Picker(seeded, rows, [...scope.parameters.keys()]);
  for (let left = seeded.below(3); left > 0; left -= 1) run(definition(pickerOf([]), left));
  run(seeded.pick(sources)(pickerOf([])));
  for (let left = 1 + seeded.below(5); left > 0; left -= 1) {
    const step = {
      pick: pickerOf(expected.rows),
      rows: expected.rows,
      ordered: expected.ordered && !isLoose,
    };
    run(seeded.pick(templates)(step) ?? 'bypass');
  }
  return { query: commands.join(' | '), expected: { ...expected, ordered: expected.ordered && !isLoose } };
}

/** How values of several types are sorted is not stated. */
function orderedByMixed(command: string, { rows }: Result): boolean {
  const keys = /^sort (?:limit=\d+ )?(.*)$|^(?:stats|pivot) .* by ([^[]*?)(?: for .*)?$/.exec(command);
  const { kinds } = new Picker({} as SeededRandom, rows, []);
  const names = (keys?.[1] ?? keys?.[2] ?? '').split(',').map((name) => name.replace('-', '').trim());
  return names.some((name) => ['mixed', 'list', 'map'].includes(kinds.get(name) ?? ''));
}

function definition(pick: Picker, number: number): string {
  return `set p${number} = ${pick.one([() => pick.text(), () => pick.whole(), () => pick.date()])()}`;
}

const documents = `[{'n':1,'s':'kim','l':[1,'two',[3]]},{'n':2.5,'s':'01','m':{'k':'v','q':7}},{'n':'1','s':null,'l':[]},{'n':true,'s':'a.b','m':{'q':null}}]`;

const sources: readonly [(pick: Picker) => string, ...((pick: Picker) => string)[]] = [
  () => 'table logs',
  () => 'table logs',
  (pick) => `table order=asc limit=${1 + pick.seeded.below(60)} logs`,
  (pick) => `table from=2026032906 to=${pick.one(['20260330', '2026032915'])} log*`,
  () => `json "${documents}"`,
];

const joined = `json "[{'n':1,'s':'kim','v':'x'},{'n':2,'s':'01','v':null},{'n':2,'s':'01','v':'y'},{'n':null,'s':null,'v':'z'}]"`;

function names(pick: Picker, most: number, ...kinds: readonly FieldKind[]): string[] | undefined {
  const found = Array.from({ length: 1 + pick.seeded.below(most) }, () => pick.exactName(...kinds));
  const known = found.filter((name) => name !== undefined);
  return known.length === 0 ? undefined : [...new Set(known)];
}

/** The aggregates that suit the rows. */
function aggregates({ pick, ordered }: Step): string {
  const plain = pick.exactName('string', 'number', 'date') ?? 'missing';
  const all = [
    'count as c',
    `count(${pick.anyName()}) as c1`,
    `sum(${pick.whole()}) as total`,
    `avg(${pick.name('number', 'mixed') ?? '1'}) as mean`,
    `${pick.one(['stddev', 'var'])}(${pick.whole()}) as v`,
    `${pick.one(['min', 'max'])}(${plain}) as extreme`,
    `dc(${pick.any()}) as d`,
    `values(${plain}) as all`,
    `percentile(${pick.one(['_id', '1'])}, ${pick.one(['0', '25', '50', '99.5', '100'])}) as p`,
    `${pick.one(['corr', 'cov', 'slope'])}(n, ${pick.name('number') ?? '1'}) as r`,
    ...(ordered ? [`${pick.one(['first', 'last', 'array'])}(${plain}) as f`] : []),
    'count() as n2',
  ];
  return [...all.filter(() => pick.chance(4)), 'count as size'].join(', ');
}

const grouped = ['string', 'number', 'bool', 'date', 'mixed', 'null'] as const;

/** A field whose values can be the names of columns. */
function columnName({ pick, rows }: Step, by: readonly string[]): string | undefined {
  const name = pick.exactName('string', 'number', 'bool');
  const taken = new Set(['', 'null', '_time', ...by]);
  if (name === undefined || by.includes(name)) return undefined;
  return rows.every((row) => !taken.has(asText(row.get(name) ?? null) ?? '')) ? name : undefined;
}

const parsed = (pick: Picker, yes: string, no: string): string => `if(${pick.bool()}, "${yes}", "${no}")`;

const templates: readonly [Template, ...Template[]] = [
  ({ pick }) => `search ${pick.bool()}`,
  ({ pick }) => `search ${pick.bool()}`,
  ({ pick, ordered }) => (ordered ? `search limit=${pick.one(['0', '3', '20'])} ${pick.bool()}` : undefined),
  ({ pick }) => `eval t = ${pick.text()}, b = ${pick.bool()}`,
  ({ pick }) => `eval x = ${pick.whole()}, d = ${pick.date()}, y = isnull(x),`,
  ({ pick }) => `eval decimal = ${pick.number()}`,
  ({ pick }) => `eval items = ${pick.list()}, size = len(items)`,
  ({ pick }) =>
    `eval mixed = if(${pick.anyName()}, ${pick.whole()}, ${pick.text()}), most = max(${pick.whole()}, ${pick.whole()})`,
  ({ pick }) => `fields ${pick.anyName()}, ${pick.anyName()}, ${pick.anyName()}, _time`,
  ({ pick }) => `fields - ${pick.anyName()}, - ${pick.anyName()}`,
  ({ pick }) => `rename ${pick.anyName()} as fresh${pick.seeded.below(1000)}`,
  ({ pick }) => `order ${pick.anyName()}, s`,
  ({ pick }) => {
    const [key, ...rest] = names(pick, 2, ...grouped) ?? [];
    return key && `sort ${[`${pick.one(['', '-'])}${key}`, ...rest].join(', ')}`;
  },
  ({ pick, ordered, rows }) => {
    const key = pick.exactName('string', 'number', 'bool', 'date');
    const isUnique = new Set(rows.map((row) => row.get('_id'))).size === rows.length;
    return ordered && isUnique && key !== undefined
      ? `sort limit=${pick.one(['0', '1', '7'])} -${key}, _id`
      : undefined;
  },
  ({ pick, ordered }) => (ordered ? `limit ${pick.one(['5', '2 9', '0', '100'])}` : undefined),
  ({ pick, ordered }) => (ordered ? `prev ${pick.name(...grouped) ?? 'missing'}` : undefined),
  ({ pick }) => `explode ${pick.name('list', 'mixed') ?? pick.anyName()}`,
  ({ pick, rows }) => (rows.length < 100 ? `repeat count=${pick.one(['1', '3'])}` : undefined),
  ({ pick }) => {
    const chosen = names(pick, 3, 'string', 'number', 'bool', 'list', 'mixed');
    return chosen && `tojson output=j ${chosen.join(', ')}`;
  },
  ({ pick }) => `rex field=${pick.exactName('string', 'mixed') ?? 's'} "^(?<p>[A-Za-z]+)(?<q>\\d)?"`,
  (step) => `stats ${aggregates(step)}`,
  (step) => {
    const by = names(step.pick, 2, ...grouped);
    return by && `stats ${aggregates(step)} by ${by.join(', ')}`;
  },
  (step) => {
    const by = names(step.pick, 2, ...grouped);
    return (
      by &&
      `${step.pick.one(['rollup', 'cube'])} ${step.pick.one(['', 'label="all" '])}${aggregates({ ...step, ordered: false })} by ${by.join(', ')}`
    );
  },
  (step) => {
    const by = names(step.pick, 1, 'string', 'number', 'bool', 'date') ?? [];
    const column = columnName(step, by);
    const calls = step.pick.one(['count', 'sum(n) as total', 'count as c, dc(s) as d']);
    return column && `pivot ${calls}${by.map((name) => ` by ${name}`).join('')} for ${column}`;
  },
  (step) => {
    const column = columnName(step, []);
    const span = `span=${step.pick.one(['30m', '1h', '1d', '1w', '1d offset=6h'])}`;
    if (step.pick.kinds.get('_time') !== 'date') return undefined;
    return `timechart ${span} ${step.pick.one(['count', 'sum(n) as total', 'count as c, max(n) as m'])}${column === undefined ? '' : ` by ${column}`}`;
  },
  ({ pick }) => `boxplot ${pick.exactName('number') ?? '1'}`,
  ({ pick }) => `union [ ${joined} | search ${pick.one(['n > 1', 'isnotnull(v)', 's == "k*"'])} ]`,
  ({ pick }) => {
    const key = ['n', 's'].find((name) => ['number', 'string'].includes(pick.kinds.get(name) ?? ''));
    const type = pick.one(['inner', 'left', 'right', 'full', 'leftonly', 'rightonly']);
    return key && `join type=${type} ${key} [ ${joined} | fields ${key}, v ]`;
  },
  ({ pick }) => (pick.kinds.get('s') === 'string' ? 'lookup mapping k as s output v as looked' : undefined),
  ({ pick }) => `parallel core=2 [ eval z = ${pick.whole()} ]`,
  ({ pick }) =>
    `eval doc = ${parsed(pick, "{'q':1,'w':[1,{'e':null}]}", "{'q':'a','x':{'y':2}}")} | parsejson field=doc overlay=t${pick.one(['', ' flatten=t'])}`,
  ({ pick }) => `eval doc = ${parsed(pick, '{a: x, b: [1]}', 'no json')} | parsejson field=doc overlay=t`,
  ({ pick }) =>
    `eval doc = ${parsed(pick, 's:1; q:한글', 'q:9;  w : kim ')} | parsekv field=doc overlay=t pairdelim="; " kvdelim=":"`,
  ({ pick }) => `eval doc = ${parsed(pick, '1,,\\"x,y\\"', 'a,b,c')} | parsecsv field=doc overlay=t p, q`,
  ({ pick }) =>
    `eval doc = ${parsed(pick, '<a>1</a> <b>', '<a></a> x')} | parse overlay=t field=doc "<a>*</a>" as p, "> *" as q`,
  ({ pick }) =>
    `eval doc = if(${pick.bool()}, dict("p", 1, "q", ${pick.one(['"x"', 'true'])}), null) | parsemap field=doc overlay=t`,
];
