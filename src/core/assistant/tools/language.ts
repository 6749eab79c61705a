import * as z from 'zod/mini';
import { QueryText } from '../../privacy/redact';
import { checkedQuery, checkFacts } from '../checkedQuery';
import { queryField, textField } from '../inputs';
import { findInGuide, languageRules } from '../languageGuide';
import { notRunReason } from '../onlyReads';
import { defineTool } from '../tool';

export const languageTool = defineTool({
  name: 'logbench_language',
  title: 'Look Up Query Language',
  description:
    'Returns the parts of the reference of the Logbench pipe query language that a question needs: rules, commands, functions, error codes, recipes for common tasks. It is not SQL, SPL or KQL: look here before writing a query. Name commands, functions or codes, or say what the query should do. Words of SQL, SPL and KQL are understood.',
  input: z.strictObject({
    question: textField(
      'For example: "count failures per address above a threshold", "stats join lookup", "90100".',
      1000,
      1,
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
    'Checks a query in the Logbench pipe language without running it: each problem with its line, column and code; the fixed query, if it can be fixed; which of its commands write or send data; and whether logbench_run_query would reject it. It does not know whether tables and fields exist: use logbench_tables and logbench_table. Use it on every query before running or proposing it.',
  input: z.strictObject({ query: queryField('The query to check.') }),
  subject: ({ query }) => query,
  run: ({ query }) => {
    const rejected = notRunReason(query);
    return Promise.resolve({
      ...checkFacts(checkedQuery(query)),
      ...(rejected !== undefined && { logbench_run_query_refuses_it: new QueryText(rejected) }),
    });
  },
});
