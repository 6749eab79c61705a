import { createContext, Script } from 'node:vm';
import { t } from '../../shared/localize';

/** A line of a text that matches. */
export interface TextMatch {
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 code units as in editors. */
  readonly column: number;
  readonly text: string;
}

/** Finds the lines of a text that match. Throws `ExpensivePatternError` for an expression that takes too long. */
export type FindMatches = (text: string) => readonly TextMatch[];

/** A regular expression that would keep the window busy. */
export class ExpensivePatternError extends Error {
  override readonly name = 'ExpensivePatternError';
}

/** How long an expression may take for one text, in milliseconds. */
const maxTime = 1000;

/** What to search for: a word, whatever its case, or a regular expression between slashes. */
export function parsePattern(input: string): FindMatches | { readonly problem: string } {
  const [, source, flags = ''] = /^\/(.+)\/([imsu]*)$/s.exec(input.trim()) ?? [];
  if (source === undefined) {
    const word = input.trim().toLowerCase();
    if (word === '') return { problem: t('Enter what to search for.') };
    return (text) => inLines(text, (line) => line.toLowerCase().indexOf(word));
  }
  try {
    // Checked here, because its errors say what is wrong.
    new RegExp(source, flags);
  } catch (error) {
    return { problem: t('Not a valid regular expression: {0}', error instanceof Error ? error.message : '') };
  }
  return (text) => inLinesByExpression(text, source, flags);
}

function inLines(text: string, find: (line: string) => number): readonly TextMatch[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const at = find(line);
    return at < 0 ? [] : [{ line: index + 1, column: at + 1, text: line }];
  });
}

/** In a context of its own, because only there an expression that backtracks without end can be stopped. */
function inLinesByExpression(text: string, source: string, flags: string): readonly TextMatch[] {
  const lines = text.split(/\r?\n/);
  const context = createContext({ source, flags, lines: JSON.stringify(lines) });
  const found = runInTime(() => script.runInContext(context, { timeout: maxTime }) as unknown);
  const columns: readonly unknown[] = Array.isArray(found) ? found : [];
  return lines.flatMap((line, index) => {
    const at = Number(columns[index]);
    return at < 0 ? [] : [{ line: index + 1, column: at + 1, text: line }];
  });
}

const script = new Script('JSON.parse(lines).map((line) => line.search(new RegExp(source, flags)))');

function runInTime<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    // An error of that context is not an instance of the one here.
    const { code } = Object(error) as { readonly code?: unknown };
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
      throw new ExpensivePatternError(t('The expression takes too long. Make it simpler.'), { cause: error });
    }
    throw error;
  }
}
