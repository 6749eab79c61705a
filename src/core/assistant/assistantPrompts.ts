import { ToolRejection } from './tool';

interface AssistantPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: { readonly name: string; readonly description: string; readonly required: boolean }[];
  readonly text: (value: (name: string) => string) => string;
}

const texts: readonly AssistantPrompt[] = [
  {
    name: 'explain_query',
    title: 'Explain this query',
    description: 'Explains in plain words what a query does, command by command.',
    arguments: [{ name: 'query', description: 'The text of the query.', required: true }],
    text: (value) =>
      `Explain in plain words what this Logbench query does, command by command, and what could be wrong with it. Use logbench_language for commands that you are not sure of and logbench_check_query for mistakes.\n\n${value('query')}`,
  },
  {
    name: 'why_does_schedule_fail',
    title: 'Why does this scheduled query fail?',
    description: 'Finds out why a scheduled query fails and proposes a fix.',
    arguments: [{ name: 'schedule', description: 'Name or GUID of the scheduled query.', required: true }],
    text: (value) =>
      `Find out why the scheduled query "${value('schedule')}" fails. Read it with logbench_scheduled_query: last failure, text, chain. Check its text and missing_tables. If you are allowed to, run its parts over a short period. Then say what is wrong and how sure you are, and propose a fix with logbench_propose_change, unless the cause is elsewhere.`,
  },
  {
    name: 'write_detection',
    title: 'Write a detection for …',
    description: 'Writes a query that finds what is described, and proposes it as a scheduled query.',
    arguments: [{ name: 'what', description: 'What to detect, or a Sigma rule.', required: true }],
    text: (value) =>
      `Write a detection for: ${value('what')}\nLook for an existing one with logbench_rules and logbench_scheduled_queries. Find the tables and fields that it needs; logbench_language has recipes. If this is a Sigma rule, convert it with logbench_convert_sigma. Check the query, run it over a short period if you are allowed to, and say how many rows it finds and which of them would be false positives. Then propose it as a new scheduled query with logbench_propose_change.`,
  },
];

export const assistantPrompts = texts.map(({ text: _text, ...prompt }) => prompt);

/** The text of a prompt with its arguments. */
export function fillPrompt(name: string, args: Readonly<Record<string, string>>): string {
  const prompt = texts.find((candidate) => candidate.name === name);
  if (prompt === undefined) throw new ToolRejection(`There is no prompt ${name}.`);
  return prompt.text((argument) => {
    const value = args[argument];
    if (value === undefined || value === '')
      throw new ToolRejection(`The prompt ${name} requires "${argument}".`);
    return value;
  });
}
