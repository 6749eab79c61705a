import { t } from '../../base/localize';
import type { Located } from '../expression';
import type { ParsedQuery } from '../parseQuery';
import type { Fixable, Problem, Typo } from '../problem';
import { insertion, replacement } from '../textEdit';
import type { TextEdit } from '../textEdit';
import { nearestName } from './diagnostics';

export interface QuickFix {
  readonly title: string;
  readonly problem: Fixable;
  readonly edits: readonly TextEdit[];
}

/** Quick fixes for problems of the text, and for others, in a range. */
export function quickFixes(
  parsed: ParsedQuery,
  range: Located,
  others: readonly Fixable[] = [],
): readonly QuickFix[] {
  const isInRange = ({ from, to }: Located): boolean => from <= range.to && to >= range.from;
  const ofText = parsed.problems.filter(isInRange).flatMap((problem) => {
    const fix = fixOf(parsed.text, problem);
    return fix ? [{ ...fix, problem }] : [];
  });
  const ofOthers = others.filter(isInRange).flatMap((problem) => {
    const { meant } = problem;
    return meant ? [{ ...changeTo(problem, meant.name, meant.text), problem }] : [];
  });
  return [...ofText, ...ofOthers];
}

type Fix = Pick<QuickFix, 'title' | 'edits'>;

function fixOf(text: string, problem: Problem): Fix | undefined {
  if (problem.key === 'invalid-escape-sequence') {
    return fix(t('Escape the backslash'), insertion(problem.from, '\\'));
  }
  const meant = nearestName(text, problem);
  if (meant !== undefined) return changeTo(problem, meant);
  return problem.typo && fixers[problem.typo](text, problem);
}

const fixers: Readonly<Record<Typo, (text: string, problem: Problem) => Fix | undefined>> = {
  optionSpace: (text, problem) =>
    fix(
      t('Remove the spaces around “=”'),
      replacement(problem, sliceOf(text, problem).replace(/\s*=\s*/, '=')),
    ),
  singleQuotes: fixSingleQuotes,
  doubleAmpersand: (text, problem) => fix(t('Change to “and”'), spaced(text, problem, 'and')),
  doublePipe: (text, problem) => fix(t('Change to “or”'), spaced(text, problem, 'or')),
  exclamation: fixExclamation,
  percent: fixPercent,
  singleEquals: (_text, problem) => fix(t('Change to “==”'), replacement(problem, '==')),
  emptyCommand: fixEmptyCommand,
  upperCaseName: (text, problem) =>
    fix(t('Change the name to lowercase'), replacement(problem, sliceOf(text, problem).toLowerCase())),
  unclosedString: (_text, { to }) => fix(t('Close the string'), insertion(to, '"')),
  unclosedParenthesis: (_text, { to }) => fix(t('Close the parenthesis'), insertion(to, ')')),
  unclosedBracket: (_text, { to }) => fix(t('Close the bracket'), insertion(to, ' ]')),
};

function changeTo(range: Located, name: string, text = name): Fix {
  return fix(t('Change to “{0}”', name), replacement(range, text));
}

function fix(title: string, edit: TextEdit): Fix {
  return { title, edits: [edit] };
}

function sliceOf(text: string, { from, to }: Located): string {
  return text.slice(from, to);
}

/** A string in single quotes ends before the next pipe, which such quotes do not protect. */
function fixSingleQuotes(text: string, problem: Problem): Fix | undefined {
  const quoted = /^'([^'|]*)'/.exec(text.slice(problem.from));
  if (!quoted) return undefined;
  const inner = (quoted[1] ?? '').replace(/(?<!\\)"/g, '\\"');
  const range = { from: problem.from, to: problem.from + quoted[0].length };
  return fix(t('Use double quotes'), replacement(range, `"${inner}"`));
}

/** The operand is a name, a call or a group: everything up to the next space outside parentheses. */
function fixExclamation(text: string, problem: Problem): Fix | undefined {
  const rest = text.slice(problem.to);
  const start = problem.to + (rest.length - rest.trimStart().length);
  const name = /^[\p{L}\p{N}_.$]*/u.exec(text.slice(start))?.[0] ?? '';
  const open = start + name.length;
  const end = text[open] === '(' ? closingAfter(text, open) : open;
  if (end === undefined || end === start) return undefined;
  const operand = name === '' ? text.slice(start + 1, end - 1) : text.slice(start, end);
  return fix(t('Change to “not(…)”'), replacement({ from: problem.from, to: end }, `not(${operand})`));
}

function closingAfter(text: string, open: number): number | undefined {
  let depth = 0;
  for (const { 0: sign, index } of text.slice(open).matchAll(/"(?:[^"\\]|\\.)*"|["()|]/gs)) {
    // A pipe or an unclosed string comes before the end.
    if (sign === '|' || sign === '"') return undefined;
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (depth === 0) return open + index + 1;
  }
  return undefined;
}

function fixPercent(text: string, problem: Problem): Fix | undefined {
  const left = /([\p{L}\p{N}_.]+)\s*$/u.exec(text.slice(0, problem.from));
  const right = /^\s*([\p{L}\p{N}_.]+)(?![\p{L}\p{N}_.(])/u.exec(text.slice(problem.to));
  if (!left?.[1] || !right?.[1]) return undefined;
  const range = { from: left.index, to: problem.to + right[0].length };
  return fix(t('Change to “mod(…)”'), replacement(range, `mod(${left[1]}, ${right[1]})`));
}

function fixEmptyCommand(text: string, problem: Problem): Fix | undefined {
  const written = sliceOf(text, problem);
  if (!written.includes('|')) return undefined;
  const before = text.slice(0, problem.from);
  const isBetween = written.length > 1;
  const from = isBetween ? problem.from : before.trimEnd().length;
  return fix(t('Remove the pipe'), replacement({ from, to: problem.to }, isBetween ? '|' : ''));
}

function spaced(text: string, range: Located, word: string): TextEdit {
  const before = /\s/.test(text[range.from - 1] ?? '') ? '' : ' ';
  const after = /\s/.test(text[range.to] ?? '') ? '' : ' ';
  return replacement(range, `${before}${word}${after}`);
}
