import { t } from '../../base/localize';
import type { Aggregate, Command } from '../ast';
import type { FieldStep } from '../catalog/fieldSteps';
import type { Expression } from '../expression';
import type { ParsedQuery } from '../parseQuery';
import { printFieldName } from '../printExpression';
import type { Fixable } from '../problem';
import { fieldSteps, noFields, passStep } from './fieldFlow';
import type { FieldFlow } from './fieldFlow';
import { walkExpressions } from './walk';

/** The function that makes a number of a text. */
export type Converter = 'long' | 'double';

/** The fields of a table whose values are texts of numbers; undefined if its fields are not known. */
export type ConvertersOfTable = (table: string) => ReadonlyMap<string, Converter> | undefined;

/** More are not reported: they have a common cause. */
const maxFound = 100;

/** The fields of tables that a query takes for numbers although they are texts: they count as null. */
export function numericTexts({ sections }: ParsedQuery, convertersOf: ConvertersOfTable): readonly Fixable[] {
  const found: Fixable[] = [];
  const check = (
    expression: Expression | undefined,
    { names, removed, tables }: FieldFlow,
    by: number,
  ): void => {
    if (expression?.kind !== 'field' || names.has(expression.name) || removed.has(expression.name)) return;
    const { name, from, to } = expression;
    const [converter] = [...tables].flatMap((table) => convertersOf(table)?.get(name) ?? []);
    if (converter === undefined || found.length >= maxFound) return;
    const text = `${converter}(${printFieldName(name)})`;
    found.push({
      from: from + by,
      to: to + by,
      severity: 'warning',
      code: 'text-as-number',
      message: t('“{0}” is a text in this table: use {1}.', name, text),
      meant: { name: text, text },
    });
  };
  const follow = (before: FieldFlow, commands: readonly Command[], by: number): FieldFlow => {
    let flow = before;
    for (const command of commands) {
      for (const argument of aggregatedNumbers(command)) check(argument, flow, by);
      for (const step of fieldSteps(command)) {
        for (const value of valuesOf(step)) {
          walkExpressions(value, (part) => numbersOf(part).forEach((number) => check(number, flow, by)));
        }
        flow = passStep(flow, step, (query) => follow(noFields, query.commands, by));
      }
    }
    return flow;
  };
  sections.reduce((flow, { reading, by }) => follow(flow, reading.commands, by), noFields);
  return found;
}

function valuesOf(step: FieldStep): readonly Expression[] {
  if (step.kind === 'compute') return step.values;
  return step.kind === 'assign' ? [step.value] : [];
}

const ofNumbers: ReadonlySet<string> = new Set(
  'abs acos asin atan ceil cos exp floor log log10 max min mod pow round sin sqrt tan'.split(' '),
);

/** The operands that must be numbers. */
function numbersOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'unary':
      return [expression.operand];
    case 'binary':
      return '+-*/'.includes(expression.operator) ? [expression.left, expression.right] : [];
    case 'call':
      return ofNumbers.has(expression.function.text) ? expression.arguments : [];
    default:
      return [];
  }
}

const aggregatesOfNumbers: ReadonlySet<string> = new Set(
  'avg corr cov percentile slope stddev sum var'.split(' '),
);

function aggregatedNumbers(command: Command): readonly Expression[] {
  const aggregates: readonly Aggregate[] = 'aggregates' in command ? command.aggregates : [];
  return aggregates
    .filter(({ function: name }) => aggregatesOfNumbers.has(name.text))
    .flatMap((aggregate) => aggregate.arguments);
}
