import { createScheduledQuery } from '../../api/operations/scheduledQueries';
import { tableNames } from '../../api/tableNames';
import { summarizeProblems } from '../../language/services/problemSummary';
import type { ProblemSummary } from '../../language/services/problemSummary';
import { t } from '../../shared/localize';
import { choiceDetail, confirmWithDetails } from '../../ui/writes/confirmWrite';
import type { Connection } from '../../ui/connections/connection';
import { environmentLabel } from '../../ui/connections/environment';
import type { Button } from '../../ui/prompts/prompts';
import type { ActionDeps } from './actionDeps';
import { askQueryText } from './propertyQuestions';
import { triggerText } from './propertyText';
import type { EditedFields } from './propertyText';

/** Asks whether to create a query, and whether to enable it. The text can be corrected before. */
export async function confirmNew(
  deps: ActionDeps,
  connection: Connection,
  entered: EditedFields,
): Promise<EditedFields> {
  let fields = entered;
  const tables = await tableNames(await deps.platforms.clientFor(connection));
  for (;;) {
    const problem = summarizeProblems(fields.query, isLocal(connection), tables);
    const answer = await askCreation(deps, connection, fields, problem);
    if (answer !== 'showProblem') return { ...fields, enabled: answer === 'enabled' };
    const title = t('New Scheduled Query: {0}', connection.name);
    fields = await askQueryText(deps.ui.prompts, fields, title, undefined, isLocal(connection));
  }
}

/** The local platform does not support every command. */
export function isLocal({ environment }: Connection): boolean {
  return environment === 'local';
}

type Creation = 'enabled' | 'disabled';

async function askCreation(
  { ui }: ActionDeps,
  connection: Connection,
  fields: EditedFields,
  problem: ProblemSummary | undefined,
): Promise<Creation | 'showProblem'> {
  const creations = creationButtons(problem);
  const choices = creations.map(({ label, value }) => ({
    label,
    operation: createScheduledQuery({ ...fields, enabled: value === 'enabled' }),
  }));
  return confirmWithDetails<Creation | 'showProblem'>(ui.prompts, {
    message: t(
      'Create “{0}” on {1} ({2})?',
      fields.name,
      connection.name,
      environmentLabel(connection.environment),
    ),
    detail: [...(problem === undefined ? [] : [problem.words]), triggerText(fields), fields.query].join(
      '\n\n',
    ),
    buttons:
      problem === undefined ? creations : [{ label: t('Show Problem'), value: 'showProblem' }, ...creations],
    details: [choiceDetail(ui.documents, connection, choices)],
  });
}

/** Enter presses the first button, so with a problem that must not enable the query. */
function creationButtons(problem: ProblemSummary | undefined): readonly Button<Creation>[] {
  const disabled = { label: t('Create Disabled'), value: 'disabled' as const };
  return problem === undefined
    ? [{ label: t('Create and Enable'), value: 'enabled' }, disabled]
    : [disabled, { label: t('Create and Enable Anyway'), value: 'enabled' }];
}
