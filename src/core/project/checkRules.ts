import { findFrontMatter } from '../language/frontMatter';
import { cronProblem, isCronSchedule } from '../time/cron';
import { tryParseJson } from '../base/json';
import { t } from '../base/localize';
import type { RawRecord } from '../interface/optional';
import type { RuleKind } from '../interface/rule';
import { checkText } from './checkFiles';
import { locate, wholeFileProblem } from './fileProblem';
import type { FileProblem } from './fileProblem';
import { rangeOfKey, scalarText } from './ruleDraft';
import { readRuleFile } from './ruleFiles';
import type { RuleFile } from './ruleFiles';

type CheckedRule = Pick<RuleFile, 'path' | 'text' | 'record'>;

/** The problems of the texts and the schedule of a rule, which platforms store without looking at them. */
export function checkRule(kind: RuleKind, rule: CheckedRule): readonly FileProblem[] {
  return [...checkSchedule(kind, rule), ...(kind === 'batch' ? checkQuery(rule) : checkConditions(rule))];
}

/** The fields that can have such problems. */
export const checkedFields: ReadonlySet<string> = new Set(['query', 'commands', 'schedule']);

/** The first error of a rule with its position, which keeps it from being applied. */
export function ruleError(kind: RuleKind, rule: CheckedRule): string | undefined {
  const error = checkRule(kind, rule).find(({ severity }) => severity === 'error');
  if (error === undefined) return undefined;
  const { line, column } = locate(rule.text, error.from);
  return `${line}:${column}: ${error.message}`;
}

/** The problems of a file that belongs to no project. */
export function checkRuleText(kind: RuleKind, path: string, text: string): readonly FileProblem[] {
  const file = readRuleFile(path, kind, text);
  if (file === undefined) return [];
  return 'message' in file ? [file] : checkRule(kind, file);
}

function checkSchedule(kind: RuleKind, { path, text, record }: CheckedRule): readonly FileProblem[] {
  const { schedule, enabled } = record;
  const isMissing = schedule == null || schedule === '';
  if (isMissing ? kind === 'stream' || enabled !== true : isCronSchedule(scalarText(schedule))) return [];
  const message = isMissing
    ? t('A batch rule requires “schedule” to run.')
    : cronProblem(scalarText(schedule));
  const problem = wholeFileProblem(path, 'cron', message);
  return [{ ...problem, ...rangeOfKey(text, 'schedule') }];
}

/** A rule on a dataset requires no query. */
function checkQuery({ path, text, record }: CheckedRule): readonly FileProblem[] {
  const { query, dataset_guid: dataset } = record;
  if (dataset != null && scalarText(query ?? '').trim() === '') return [];
  return checkText(path, text, bodyStart(text));
}

/** Indented lines are the query of the condition above them; a condition that is JSON contains it. */
const queryLines = /(?:^(?: {2}.*|[ \t]*)$\r?\n?)+/gm;
const jsonLines = /^\{.*\}/gm;

function checkConditions({ path, text }: CheckedRule): readonly FileProblem[] {
  const from = bodyStart(text);
  const body = text.slice(from);
  const indented = [...body.matchAll(queryLines)].filter(([lines]) => lines.trim() !== '');
  return [
    ...indented.flatMap(({ 0: lines, index }) => {
      const start = from + index;
      return checkText(path, text.slice(0, start + lines.length), start);
    }),
    ...[...body.matchAll(jsonLines)].flatMap(({ 0: line, index }) => {
      const { query } = Object(tryParseJson(line)) as RawRecord;
      if (typeof query !== 'string') return [];
      // Positions in a value of JSON are unknown.
      const range = { from: from + index, to: from + index + line.length };
      return checkText(path, query, 0).map((problem) => ({ ...problem, ...range }));
    }),
  ];
}

/** Where the query or the conditions begin. */
function bodyStart(text: string): number {
  return findFrontMatter(text)?.end ?? 0;
}
