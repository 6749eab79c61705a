import { parseQuery } from '../language/parseQuery';
import type { ParsedQuery } from '../language/parseQuery';
import type { Problem } from '../language/problem';
import { diagnosticsOf } from '../language/services/diagnostics';
import { quickFixes } from '../language/services/quickFixes';
import { writingCommands } from '../language/services/structure';
import { applyEdits } from '../language/textEdit';
import type { TextEdit } from '../language/textEdit';
import type { Masker } from '../privacy/masker';
import { QueryText } from '../privacy/redact';
import { namesHere } from './otherLanguages';
import type { ToolResult } from './tool';

const maxProblems = 50;

/** Longer texts are not repeated in the response. */
const maxRepairedLength = 10_000;

export interface CheckedQuery {
  readonly valid: boolean;
  readonly problems: readonly ReturnType<typeof problemFacts>[];
  /** The number of problems that are not listed. */
  readonly more_problems?: number;
  /** The text with all possible fixes applied. */
  readonly repaired_query?: string;
  readonly writes_or_sends: readonly string[];
}

/** The problems of a query, with positions and fixes. */
export function checkedQuery(text: string): CheckedQuery {
  const parsed = parseQuery(text);
  const problems = diagnosticsOf(parsed);
  const listed = problems.slice(0, maxProblems);
  const repaired = text.length > maxRepairedLength ? text : repairedQuery(text);
  return {
    valid: text.trim() !== '' && !problems.some(({ severity }) => severity === 'error'),
    problems: listed.map((problem) => problemFacts(parsed, problem)),
    ...(problems.length > maxProblems && { more_problems: problems.length - maxProblems }),
    ...(repaired !== text && { repaired_query: repaired }),
    writes_or_sends: [...new Set(writingCommands(parsed).map(({ text: name }) => name))],
  };
}

/** For the response of a tool: everything that quotes the query keeps its text. */
export function checkFacts(check: CheckedQuery, masker?: Masker): ToolResult {
  const { problems, repaired_query, ...facts } = check;
  const quoted = (text: string): QueryText => new QueryText(masker ? masker.text(text) : text);
  return {
    ...facts,
    problems: problems.map((problem) => ({
      ...problem,
      at: quoted(problem.at),
      message: quoted(problem.message),
    })),
    ...(repaired_query !== undefined && { repaired_query: quoted(repaired_query) }),
  };
}

const maxRepairs = 20;

/** Repeated, because one mistake can hide another. */
export function repairedQuery(text: string): string {
  let repaired = text;
  for (let count = 0; count < maxRepairs; count += 1) {
    const parsed = parseQuery(repaired);
    const edits = diagnosticsOf(parsed).flatMap((problem) =>
      fixOf(parsed, problem).flatMap((fix) => fix.edits),
    );
    const next = applyEdits(repaired, withoutOverlaps(edits));
    if (next === repaired) break;
    repaired = next;
  }
  return repaired;
}

function fixOf(parsed: ParsedQuery, problem: Problem): ReturnType<typeof quickFixes> {
  return quickFixes(parsed, problem)
    .filter((candidate) => candidate.problem === problem)
    .slice(0, 1);
}

/** With the equivalents of a command from another language, and how to repair it. */
function problemFacts(parsed: ParsedQuery, problem: Problem) {
  const before = parsed.text.slice(0, problem.from);
  const rejected = parsed.text.slice(problem.from, problem.to);
  const [fix] = fixOf(parsed, problem);
  const instead = problem.key === 'unsupported-command' ? namesHere(rejected) : [];
  return {
    severity: problem.severity,
    code: problem.code,
    key: problem.key,
    line: before.split('\n').length,
    column: problem.from - before.lastIndexOf('\n'),
    at: rejected.slice(0, 100),
    message: problem.message,
    ...(instead.length > 0 && { instead }),
    ...(fix && { repair: fix.title }),
  };
}

/** Of two overlapping edits, the later one is applied. */
function withoutOverlaps(edits: readonly TextEdit[]): readonly TextEdit[] {
  const sorted = edits.toSorted((one, other) => other.from - one.from || other.to - one.to);
  return sorted.filter(({ to }, index) => index === 0 || to <= (sorted[index - 1]?.from ?? to));
}
