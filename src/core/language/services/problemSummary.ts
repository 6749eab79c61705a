import { t } from '../../base/localize';
import type { Located } from '../expression';
import { parseQuery } from '../parseQuery';
import { diagnosticsOf, missingHere, missingTables } from './diagnostics';

/** A summary of the problems in one sentence, and the position of the first one. */
export interface ProblemSummary extends Located {
  readonly text: string;
}

/**
 * Warns before a text is scheduled. Undefined if it has no problems.
 *
 * @param isLocal whether it runs on the local platform, which does not support every command.
 * @param tables the tables of the platform; empty if unknown.
 */
export function summarizeProblems(
  text: string,
  isLocal: boolean,
  tables: readonly string[] = [],
): ProblemSummary | undefined {
  const parsed = parseQuery(text);
  const missing = tables.length === 0 ? [] : missingTables(parsed, tables);
  const problems = [...diagnosticsOf(parsed), ...(isLocal ? missingHere(parsed) : []), ...missing];
  const [first] = problems;
  if (first === undefined) return undefined;
  const line = text.slice(0, first.from).split('\n').length;
  const label =
    problems.length === 1
      ? t('1 problem, line {0}: {1}', line, first.message)
      : t('{0} problems, the first in line {1}: {2}', problems.length, line, first.message);
  return { from: first.from, to: first.to, text: label };
}
