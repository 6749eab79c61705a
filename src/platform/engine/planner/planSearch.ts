import type { FulltextCondition } from '../../../core/language/ast';
import type { Expression as WrittenExpression } from '../../../core/language/expression';
import type { SearchCondition } from '../plan/operator';
import { call, literal } from '../plan/planNode';
import type { CompareOperator, Expression } from '../plan/planNode';
import { QueryRejection } from '../plan/queryRejection';
import type { CommandPlanning } from './commandOptionValues';
import { planExpression } from './planExpression';

/** Plans the condition of `fulltext`. */
export function planSearch(written: FulltextCondition, planning: CommandPlanning): SearchCondition {
  const inner = (part: FulltextCondition): SearchCondition => planSearch(part, planning);
  switch (written.kind) {
    case 'term':
      return planning.options.boolean('tt') ? tokens(written.value) : term(written.value, false);
    case 'not':
      return { kind: 'not', operand: inner(written.operand) };
    case 'and':
    case 'or':
      return { kind: written.kind, left: inner(written.left), right: inner(written.right) };
    case 'rows':
      return { kind: 'rows', subquery: planning.addSubquery(written.subquery.query) };
    case 'comparison':
      return planComparison(written, planning);
    case 'range':
    case 'iprange':
      return planRange(written, planning);
    default:
      return written satisfies never;
  }
}

/** Case is ignored; `*` stands for any text. */
function term(value: string, isWord: boolean): SearchCondition {
  const pieces = value.toLowerCase().split('*');
  return isWord
    ? { kind: 'term', pieces, isWord }
    : { kind: 'term', pieces: pieces.filter((piece) => piece !== ''), isWord };
}

/** The parts of a text between special characters, all of which must be found. */
function tokens(value: string): SearchCondition {
  const [first, ...others] = value.split(/[^\p{L}\p{N}*]+/u).filter((part) => part !== '');
  return others
    .map((part) => term(part, true))
    .reduce<SearchCondition>((left, right) => ({ kind: 'and', left, right }), term(first ?? '*', true));
}

function planComparison(
  { field, operator, value }: Extract<FulltextCondition, { kind: 'comparison' }>,
  planning: CommandPlanning,
): SearchCondition {
  const named: Expression = { node: 'field', name: field.name };
  const right = planExpression(value, planning.context);
  const text = right.node === 'literal' && typeof right.value === 'string' ? right.value : undefined;
  const predicate: Expression = {
    node: 'compare',
    operator: operator as CompareOperator,
    left: text === undefined ? named : call('lower', named),
    right: text === undefined ? right : literal(text.toLowerCase()),
  };
  return { kind: 'test', predicate };
}

function planRange(
  { kind, minimum, maximum }: Extract<FulltextCondition, { kind: 'range' | 'iprange' }>,
  { context }: CommandPlanning,
): SearchCondition {
  const textOf = (written: WrittenExpression): string => {
    const planned = planExpression(written, context);
    if (planned.node !== 'literal') throw new QueryRejection('broken-expression');
    return String(planned.value ?? '');
  };
  return { kind, minimum: textOf(minimum), maximum: textOf(maximum) };
}
