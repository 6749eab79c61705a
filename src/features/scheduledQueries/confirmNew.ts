import { summarizeProblems } from '../../language/services/problemSummary';
import type { ProblemSummary } from '../../language/services/problemSummary';
import { t } from '../../shared/localize';
import { choicePaper, confirmWithPapers } from '../../ui/confirmWrite';
import type { Connection } from '../../ui/connection';
import { environmentLabel } from '../../ui/environment';
import type { Button } from '../../ui/prompts';
import type { ActionParts } from './actionParts';
import { newOperation } from './newOperation';
import { askQueryText } from './propertyQuestions';
import { triggerText } from './propertyText';
import type { EditedFields } from './propertyText';

/** Asks whether a query shall be created, and enabled or not. Its text may be corrected on the way. */
export async function confirmNew(
  parts: ActionParts,
  connection: Connection,
  entered: EditedFields,
): Promise<EditedFields> {
  let fields = entered;
  for (;;) {
    const problem = summarizeProblems(fields.query, isLocal(connection));
    const answer = await askCreation(parts, connection, fields, problem);
    if (answer !== 'showProblem') return { ...fields, enabled: answer === 'enabled' };
    const title = t('New Scheduled Query: {0}', connection.name);
    fields = await askQueryText(parts.workbench.prompts, fields, title, undefined, isLocal(connection));
  }
}

/** The local platform does not run every command. */
export function isLocal({ environment }: Connection): boolean {
  return environment === 'local';
}

type Creation = 'enabled' | 'disabled';

async function askCreation(
  { workbench }: ActionParts,
  connection: Connection,
  fields: EditedFields,
  problem: ProblemSummary | undefined,
): Promise<Creation | 'showProblem'> {
  const creations = creationButtons(problem);
  const choices = creations.map(({ label, value }) => ({
    label,
    operation: newOperation({ ...fields, enabled: value === 'enabled' }),
  }));
  return confirmWithPapers<Creation | 'showProblem'>(workbench.prompts, {
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
    papers: [choicePaper(workbench.documents, connection, choices)],
  });
}

/** The first button is the one that Enter presses: a text with a problem is not set running by that. */
function creationButtons(problem: ProblemSummary | undefined): readonly Button<Creation>[] {
  const disabled = { label: t('Create Disabled'), value: 'disabled' as const };
  return problem === undefined
    ? [{ label: t('Create and Enable'), value: 'enabled' }, disabled]
    : [disabled, { label: t('Create and Enable Anyway'), value: 'enabled' }];
}
