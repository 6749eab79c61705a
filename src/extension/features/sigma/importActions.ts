import * as vscode from 'vscode';
import { createScheduledQuery } from '../../../core/api/operations/scheduledQueries';
import { t } from '../../../core/base/localize';
import type { ImportTask, RuleProgress } from '../../../core/pages/sigmaImport';
import { scheduleOfRule } from '../../../core/sigma/ruleSchedule';
import { confirmByName, confirmWithDetails, requestDetail } from '../../ui/writes/sendAndLog';
import type { Connection } from '../../ui/connections/connection';
import { environmentLabel } from '../../../core/base/environment';
import { ExplainedError } from '../../ui/failures/failureText';
import { localPath } from '../../ui/files/selectedFiles';
import { readSettings } from '../../ui/settings/settings';
import { createFiles, findProject, createQueries, fieldsOfSchedule, tryRules } from './importRules';
import type { NumberedRule } from './importRules';
import type { RuleWork } from './importTasks';
import type { SigmaDeps } from './openRules';
import { resolveConnection } from '../../ui/resolveTarget';

export interface ImportContext {
  readonly deps: SigmaDeps;
  readonly connection: Connection;
  readonly folder: string;
  readonly days: number;
  readonly rules: readonly NumberedRule[];
}

interface ImportAction {
  readonly task: ImportTask['kind'];
  /** Asks the necessary questions and returns the task to run. */
  readonly prepare: (context: ImportContext) => Promise<RuleWork>;
}

/** The actions on the selected rules of a folder, by message kind. */
export const importActions: Readonly<Record<'try' | 'createQueries' | 'createFiles', ImportAction>> = {
  try: {
    task: 'trying',
    prepare: async ({ deps, connection, days, rules }) => {
      const client = await deps.platforms.clientFor(connection);
      const explain = (error: unknown): string => deps.ui.failures.sentence(error);
      return async (note, signal) =>
        tryRules(
          rules,
          { client, span: `${days}d`, explain },
          (rule, trial) => note(rule, { trial }),
          signal,
        );
    },
  },
  createQueries: {
    task: 'creating',
    prepare: async (context) => {
      const { deps, connection, rules } = context;
      await deps.platforms.ensureWritable(connection);
      await confirmCreation(context);
      const client = await deps.platforms.clientFor(connection);
      const { log, failures, commands } = deps.ui;
      const explain = (error: unknown): string => failures.sentence(error);
      return async (note, signal) => {
        const onUpdate = (rule: number, result: RuleProgress['result']): void => note(rule, { result });
        try {
          await createQueries(rules, { connection, client, log, explain }, onUpdate, signal);
        } finally {
          await commands.run('logbench.explorer.refresh', []);
        }
      };
    },
  },
  createFiles: {
    task: 'writing',
    prepare: async ({ deps, folder, rules }) => {
      const workspace = (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
        uri.scheme === 'file' ? [uri.fsPath] : [],
      );
      const project = (await findProject([folder, ...workspace])) ?? (await askProject(deps));
      await deps.ui.prompts.confirm({
        message:
          rules.length === 1
            ? t('Write the file of 1 scheduled query to {0}?', project.root)
            : t('Write the files of {0} scheduled queries to {1}?', rules.length, project.root),
        detail: t('Nothing is sent to a platform. To apply the files, use logbench apply or a CI pipeline.'),
        buttons: [{ label: t('Create Files'), value: true }],
      });
      return async (note, signal) =>
        createFiles(rules, project, (rule, result) => note(rule, { result }), signal);
    },
  },
};

async function askProject({ ui }: SigmaDeps): Promise<NonNullable<Awaited<ReturnType<typeof findProject>>>> {
  const selected = await ui.prompts.openFolder({ title: t('Select the Folder with logbench.yaml') });
  const project = await findProject([selected]);
  if (project) return project;
  throw new ExplainedError(t('No {0} was found in {1} or its parent folders.', 'logbench.yaml', selected));
}

async function confirmCreation({ deps, connection, rules }: ImportContext): Promise<void> {
  const { prompts, documents } = deps.ui;
  const location = [connection.name, environmentLabel(connection.environment)] as const;
  const message =
    rules.length === 1
      ? t('Create 1 scheduled query on {0} ({1})?', ...location)
      : t('Create {0} scheduled queries on {1} ({2})?', rules.length, ...location);
  await confirmWithDetails(prompts, {
    message,
    detail: t(
      'They stay disabled until you enable them. Rules that already have a scheduled query are skipped.',
    ),
    buttons: [{ label: t('Create Disabled'), value: true }],
    details: [
      requestDetail(documents, connection, () =>
        rules.map(({ rule }) => createScheduledQuery(fieldsOfSchedule(scheduleOfRule(rule, rule.file)))),
      ),
    ],
  });
  await confirmByName(prompts, connection, message, readSettings().confirmation);
}

/** A folder of the workspace or one that the user selects, and the connection for its rules. */
export async function pickFolder(
  { platforms, ui }: Pick<SigmaDeps, 'platforms' | 'ui'>,
  args: readonly unknown[],
): Promise<{ readonly connection: Connection; readonly folder: string }> {
  const [location] = args;
  const title = t('Import Sigma Rules');
  const folder =
    location instanceof vscode.Uri ? localPath(location) : await ui.prompts.openFolder({ title });
  return { folder, connection: await resolveConnection(platforms, args, title) };
}
