import * as z from 'zod/mini';
import { convertCollection } from '../../sigma/convertCollection';
import type { ConvertedRule } from '../../sigma/convertCollection';
import { defaultMapping } from '../../sigma/defaultMapping';
import { readMapping } from '../../sigma/mapping';
import { emptyMapping } from '../../sigma/mappingFile';
import { readOrRejection, SigmaRejection } from '../../sigma/sigmaRejection';
import type { AssistantHost } from '../assistantHost';
import { QueryText } from '../../privacy/redact';
import { described, platformField, queryField, textField } from '../inputs';
import { revealed } from '../revealedQuery';
import { defineTool, ToolRejection } from '../tool';
import type { ToolResult } from '../tool';
import { checkedQuery, checkFacts } from '../checkedQuery';
import type { CheckedQuery } from '../checkedQuery';
import { scheduledQueryAt } from './scheduleTools';
import { missingTables } from './tableTools';

export const proposeChangeTool = defineTool({
  name: 'logbench_propose_change',
  title: 'Propose Change',
  description:
    'Creates a draft of a changed or new scheduled query, with a reason, for a person to review. Changes nothing on the platform: a person compares and publishes. Read the query with logbench_scheduled_query first and check the text with logbench_check_query. Never say that the change is made; say that a draft is ready for review.',
  input: z.strictObject({
    platform: platformField,
    change: z.optional(
      textField('GUID or exact name of the scheduled query to change. Omit it for a new one.', 300, 1),
    ),
    name: z.optional(textField('The name of a new query. Required for a new one.', 255, 1)),
    query: queryField('The whole text of the query as it should be.'),
    cron_schedule: z.optional(
      described(
        z.string().check(z.maxLength(200), z.regex(/^\S+(\s+\S+){4,5}$/)),
        'For a new query: when it runs, as a cron expression such as */10 * * * *.',
      ),
    ),
    description: z.optional(textField('For a new query.', 2000)),
    reason: textField('Why, in a sentence or two, for the person who decides.', 2000, 1),
  }),
  subject: ({ change, name = '', reason }) => `${change ?? `new query ${name}`}: ${reason}`,
  async run({ platform: platformName, change, name, query, reason, ...more }, call) {
    if ((change === undefined) === (name === undefined)) {
      throw new ToolRejection('Give either "change", the query to change, or "name", the name of a new one.');
    }
    const text = revealed(query, call.host.masker);
    // Checks the masked text, because an error could otherwise reveal a value.
    const check = checkedQuery(query);
    if (!check.valid || !checkedQuery(text).valid) throw faultyQuery(check);
    const open = await call.open(platformName, 'metadata');
    const current = change === undefined ? undefined : await scheduledQueryAt(open, change, call);
    if (current?.query === text)
      throw new ToolRejection('No draft was created: this is the current text of the query.');
    const where = await call.host.propose({
      platform: open.platform,
      current,
      name: current?.name ?? name ?? '',
      query: text,
      cronSchedule: more.cron_schedule,
      description: more.description,
      reason,
    });
    return {
      ...open.facts,
      draft: where,
      published: false,
      writes_or_sends: check.writes_or_sends,
      problems: checkFacts(check)['problems'],
      missing_tables: await missingTables(open, query, call.signal),
    };
  },
});

function faultyQuery({ problems: [first] }: CheckedQuery): ToolRejection {
  const problem = JSON.stringify(first ?? 'at the position of a mask');
  return new ToolRejection(
    `No draft was created because the query has problems. The first one: ${problem}. logbench_check_query lists all of them and how to fix them.`,
  );
}

export const convertSigmaTool = defineTool({
  name: 'logbench_convert_sigma',
  title: 'Convert Sigma Rule',
  description:
    'Converts Sigma detection rules (YAML) to queries in the Logbench pipe language, or says at which line a rule cannot be converted and why. Nothing is sent. Use it for detections instead of writing a query by hand.',
  input: z.strictObject({
    platform: platformField,
    rule: textField('The Sigma rule or rules, as YAML, with --- between several.', 200_000, 1),
    table: z.optional(
      textField(
        'The table to search; all field names are then kept. Without it, the mapping of the team (sigma-map.yaml) is used, or the built-in one.',
        200,
      ),
    ),
    duration: z.optional(
      described(
        z.string().check(z.regex(/^\d+(s|m|h|d|w|mon|y)$/)),
        'How far back the query reads, such as 1d.',
      ),
    ),
  }),
  subject: ({ rule }) => /^title:(.*)/m.exec(rule)?.[1] ?? 'Sigma rule',
  async run({ rule, table, duration, platform }, { host }) {
    if (table !== undefined && !/^[\p{L}\p{N}_*-]+\??$/u.test(table)) {
      throw new ToolRejection(`"${table}" is not the name of a table.`);
    }
    const { name, mapping } =
      table === undefined ? await teamMapping(host, platform) : { name: 'none', mapping: emptyMapping };
    const rules = convertCollection([{ name: 'rule', text: rule }], { mapping, table, duration });
    if (rules.length === 0) throw new ToolRejection('The text contains no Sigma rule.');
    return { mapping: name, rules: rules.map(convertedFacts) };
  },
});

/** The mapping for the platform, or for the only one. */
async function teamMapping(host: AssistantHost, platform: string | undefined) {
  const [only, ...others] = host.platforms();
  const file = await host.sigmaMapping(platform ?? (others.length === 0 ? only?.name : undefined));
  if (file === undefined) return { name: 'built-in', mapping: defaultMapping() };
  const { name, text } = file;
  const mapping = readOrRejection(() => readMapping(text));
  if (!(mapping instanceof SigmaRejection)) return { name, mapping };
  throw new ToolRejection(`The mapping ${name} is not valid, line ${mapping.line}: ${mapping.message}`);
}

function convertedFacts(rule: ConvertedRule): ToolResult {
  const { id = null, title = null, level = null } = rule.information ?? {};
  if ('rejection' in rule)
    return { id, title, error: new QueryText(rule.rejection.message), line: rule.rejection.line };
  return { id, title, level, query: new QueryText(rule.query), warnings: rule.warnings, notes: rule.notes };
}
