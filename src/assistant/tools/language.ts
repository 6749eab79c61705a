import * as z from 'zod/mini';
import { parseQuery } from '../../language/parseQuery';
import type { ParsedQuery } from '../../language/parseQuery';
import type { Problem } from '../../language/problem';
import { diagnosticsOf } from '../../language/services/diagnostics';
import { quickFixes } from '../../language/services/quickFixes';
import { writingCommands } from '../../language/services/structure';
import { described, queryField } from '../inputs';
import { findInGuide, languageRules } from '../languageGuide';
import { defineTool } from '../tool';

export const languageTool = defineTool({
  name: 'logbench_language',
  title: 'Look Up Query Language',
  description:
    'Returns the parts of the reference of the Logbench pipe query language that a question needs: rules, commands, functions, error codes, examples. It is not SQL, SPL or KQL: look here before writing a query. Name commands, functions or codes, or say what the query should do.',
  input: z.strictObject({
    question: described(
      z.string().check(z.minLength(1), z.maxLength(1000)),
      'For example: "count rows over time by field", "stats join lookup", "90100".',
    ),
  }),
  subject: ({ question }) => question,
  run: ({ question }) => {
    const entries = findInGuide(question);
    const found = Object.fromEntries(entries.map(({ title, text }) => [title, text]));
    return Promise.resolve({ rules: languageRules, entries: found });
  },
});

export const checkQueryTool = defineTool({
  name: 'logbench_check_query',
  title: 'Check Query',
  description:
    'Checks a query in the Logbench pipe language without running it: each problem with its line, column, code and, if there is one, the fix; and which of its commands write or send data. Use it on every query before running or proposing it.',
  input: z.strictObject({ query: queryField('The query to check.') }),
  subject: ({ query }) => query,
  run: ({ query }) => Promise.resolve(checkedQuery(query)),
});

const maxProblems = 50;

/** What is wrong with a query, with places and repairs. */
export function checkedQuery(text: string): {
  readonly valid: boolean;
  readonly problems: readonly unknown[];
  readonly writes_or_sends: readonly string[];
} {
  const parsed = parseQuery(text);
  const problems = diagnosticsOf(parsed);
  return {
    valid: text.trim() !== '' && !problems.some(({ severity }) => severity === 'error'),
    problems: problems.slice(0, maxProblems).map((problem) => problemFacts(parsed, problem)),
    writes_or_sends: [...new Set(writingCommands(parsed).map(({ text: name }) => name))],
  };
}

function problemFacts(parsed: ParsedQuery, problem: Problem): unknown {
  const before = parsed.text.slice(0, problem.from);
  const fix = quickFixes(parsed, problem).find((candidate) => candidate.problem === problem);
  return {
    severity: problem.severity,
    code: problem.code,
    key: problem.key,
    line: before.split('\n').length,
    column: problem.from - before.lastIndexOf('\n'),
    at: parsed.text.slice(problem.from, problem.to).slice(0, 100),
    message: problem.message,
    ...(fix && { repair: fix.title, repaired_query: applyEdits(parsed.text, fix.edits) }),
  };
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly newText: string;
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((one, other) => other.from - one.from)
    .reduce((edited, { from, to, newText }) => edited.slice(0, from) + newText + edited.slice(to), text);
}
