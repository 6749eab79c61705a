import { t } from '../../shared/localize';
import type { Located } from '../expression';
import { parseQuery } from '../parseQuery';
import { diagnosticsOf } from './diagnostics';
import { missingTables } from './missingTables';

/** What is wrong with a text, in one sentence, and where its first problem is. */
export interface ProblemSummary extends Located {
  readonly words: string;
}

/**
 * What a person should know before a text begins to run by itself. Undefined where nothing is wrong with it.
 *
 * @param isLocal whether it would run on the local platform, which does not run every command.
 * @param tables those of the platform; none where nobody knows them.
 */
export function summarizeProblems(
  text: string,
  isLocal: boolean,
  tables: readonly string[] = [],
): ProblemSummary | undefined {
  const parsed = parseQuery(text);
  const missing = tables.length === 0 ? [] : missingTables(parsed, tables);
  const problems = [...diagnosticsOf(parsed, isLocal), ...missing];
  const [first] = problems;
  if (first === undefined) return undefined;
  const line = text.slice(0, first.from).split('\n').length;
  const words =
    problems.length === 1
      ? t('1 problem, line {0}: {1}', line, first.message)
      : t('{0} problems, the first in line {1}: {2}', problems.length, line, first.message);
  return { from: first.from, to: first.to, words };
}
