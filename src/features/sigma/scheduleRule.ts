import type { PlatformClient } from '../../api/client';
import { ApiError } from '../../api/errors';
import { createScheduledQuery } from '../../api/operations/scheduledQueries';
import { tableNames } from '../../api/tableNames';
import { maximumNameLength } from '../../api/validation';
import { longestPause } from '../../code/longestPause';
import { cronProblem, isCronSchedule } from '../../shared/cronSchedule';
import { summarizeProblems } from '../../language/services/problemSummary';
import { t } from '../../shared/localize';
import { beginningOf } from '../../shared/plainText';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { RuleSchedule } from '../../sigma/ruleSchedule';
import { queryBetweenRuns, scheduleOfRule } from '../../sigma/ruleSchedule';
import { confirmWithDetails, requestDetail } from '../../ui/writes/confirmWrite';
import type { Connection } from '../../ui/connections/connection';
import { environmentLabel } from '../../ui/connections/environment';
import { recordWrite, readAfterWrite } from '../../ui/writes/recordWrite';
import { withProgress } from '../../ui/prompts/progress';
import { runSteps } from '../../ui/prompts/steps';
import { openRules, pickRule, ruleDocument, titleOf } from './openRules';
import type { QueryOfRule } from './openRules';
import { openScheduledQuery } from './openScheduledQuery';
import { fieldsOfSchedule } from './scheduleFields';
import type { SigmaDeps } from './sigmaDeps';

/** *Schedule…*: creates a disabled scheduled query for a rule. */
export async function scheduleRule(deps: SigmaDeps, given: readonly unknown[]): Promise<void> {
  const { prompts, failures } = deps.ui;
  const document = await ruleDocument(prompts, given);
  const title = t('Schedule Sigma Rule');
  const connection = await deps.connections.ofOrAsk(document.uri, title);
  const rule = await pickRule(prompts, await openRules(document, connection), title);
  await deps.platforms.ensureWritable(connection);
  let schedule = scheduleOfRule(rule, titleOf(rule));
  for (;;) {
    schedule = await askSchedule(deps, connection, rule, schedule);
    await confirmSchedule(deps, connection, schedule);
    try {
      const created = await createQuery(deps, connection, schedule);
      await showCreated(deps, connection, schedule, created);
      return;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // For example a duplicate name or a lost connection: the questions reopen with the input.
      void failures.report(error, { connection });
    }
  }
}

/** A rule may have thousands of values, which do not fit into a dialog; *Show Request* shows all of them. */
const shownLength = 1500;

async function askSchedule(
  { ui: { prompts } }: SigmaDeps,
  connection: Connection,
  rule: QueryOfRule,
  initial: RuleSchedule,
): Promise<RuleSchedule> {
  const title = t('Schedule Sigma Rule: {0}', connection.name);
  return runSteps<RuleSchedule>(
    [
      {
        ask: async (schedule, place) => {
          const name = await prompts.input({
            title,
            place,
            prompt: t('Name (must be unique)'),
            value: schedule.name,
            validate: (text) =>
              text.trim() === '' || text.trim().length > maximumNameLength
                ? { problem: t('A name must have 1 to {0} characters.', maximumNameLength) }
                : undefined,
          });
          return { ...schedule, name: name.trim() };
        },
      },
      {
        ask: async (schedule, place) => {
          const cron = await prompts.input({
            title,
            place,
            prompt: t('Cron expression (suggested from the level of the rule)'),
            value: schedule.cron,
            validate: (text) => (isCronSchedule(text) ? undefined : { problem: cronProblem(text) }),
          });
          return runningAt(schedule, cron.trim(), rule);
        },
      },
    ],
    initial,
  );
}

/** With another interval, the query covers that interval, so that no logs are missed. */
function runningAt(schedule: RuleSchedule, cron: string, rule: QueryOfRule): RuleSchedule {
  const pause = cron === schedule.cron ? undefined : longestPause(cron);
  return pause === undefined
    ? { ...schedule, cron }
    : { ...schedule, cron, query: queryBetweenRuns(rule, pause) };
}

async function confirmSchedule(
  { ui, platforms }: SigmaDeps,
  connection: Connection,
  schedule: RuleSchedule,
): Promise<void> {
  const tables = await tableNames(await platforms.clientFor(connection));
  const problem = summarizeProblems(schedule.query, connection.environment === 'local', tables);
  await confirmWithDetails(ui.prompts, {
    message: t(
      'Create “{0}” on {1} ({2})?',
      schedule.name,
      connection.name,
      environmentLabel(connection.environment),
    ),
    detail: [
      ...(problem === undefined ? [] : [problem.words]),
      t('It stays disabled until you enable it. Schedule: {0}', schedule.cron),
      beginningOf(schedule.query, shownLength),
    ].join('\n\n'),
    buttons: [{ label: t('Create Disabled'), value: true }],
    details: [
      requestDetail(ui.documents, connection, () => [createScheduledQuery(fieldsOfSchedule(schedule))]),
    ],
  });
}

/** Undefined if the query was created but cannot be read. */
async function createQuery(
  { ui: { log }, platforms }: SigmaDeps,
  connection: Connection,
  schedule: RuleSchedule,
): Promise<ScheduledQuery | undefined> {
  const client = await platforms.clientFor(connection);
  const title = t('Creating “{0}”', schedule.name);
  await recordWrite(
    log,
    { connection, operation: 'create scheduled query', names: [schedule.name] },
    async () =>
      withProgress(title, async (signal) =>
        client.send(createScheduledQuery(fieldsOfSchedule(schedule)), signal),
      ),
    () => 'created',
  );
  return readAfterWrite(log, async () => findByName(client, schedule.name));
}

/** Some platforms do not return the new GUID; the name is unique. */
async function findByName(client: PlatformClient, name: string): Promise<ScheduledQuery | undefined> {
  const { items } = await client.scheduledQueries({ keywords: name });
  return items.find((query) => query.name === name);
}

async function showCreated(
  deps: SigmaDeps,
  connection: Connection,
  { name }: RuleSchedule,
  created: ScheduledQuery | undefined,
): Promise<void> {
  if (created !== undefined) await deps.access.update(connection, { added: [created] });
  const opening = await deps.ui.prompts.notify({
    severity: 'information',
    message: t('{0}: “{1}” was created. It is disabled until you enable it.', connection.name, name),
    buttons: created === undefined ? [] : [{ label: t('Open'), value: created }],
  });
  if (opening !== undefined) await openScheduledQuery(connection, opening);
}
