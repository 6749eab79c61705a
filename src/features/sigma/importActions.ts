import * as vscode from 'vscode';
import { createScheduledQuery } from '../../api/operations/scheduledQueries';
import { t } from '../../shared/localize';
import type { ImportTask, RuleProgress } from '../../shared/protocol/sigmaImport';
import { scheduleOfRule } from '../../sigma/ruleSchedule';
import { confirmByName, confirmWithPapers, requestPaper } from '../../ui/confirmWrite';
import type { Connection } from '../../ui/connection';
import { environmentLabel } from '../../ui/environment';
import { ExplainedError } from '../../ui/failureText';
import { readSettings } from '../../ui/settings';
import { createFiles, findProject } from './createFiles';
import { createQueries } from './createQueries';
import type { NumberedRule } from './numberedRule';
import { fieldsOfSchedule } from './scheduleFields';
import type { SigmaParts } from './sigmaParts';
import { tryRules } from './tryRules';

export interface ImportContext {
  readonly parts: SigmaParts;
  readonly connection: Connection;
  readonly folder: string;
  readonly days: number;
  readonly rules: readonly NumberedRule[];
}

type Note = (rule: number, change: Partial<Pick<RuleProgress, 'trial' | 'result'>>) => void;

interface ImportAction {
  readonly task: ImportTask['kind'];
  /** Asks what there is to ask; the answer does it. */
  readonly prepare: (context: ImportContext) => Promise<(note: Note, signal: AbortSignal) => Promise<void>>;
}

/** What can be done with the chosen rules of a folder, by the message that asks for it. */
export const importActions: Readonly<Record<'try' | 'createQueries' | 'createFiles', ImportAction>> = {
  try: {
    task: 'trying',
    prepare: async ({ parts, connection, days, rules }) => {
      const client = await parts.platforms.clientFor(connection);
      const explain = (error: unknown): string => parts.workbench.failures.sentence(error);
      return async (note, signal) =>
        tryRules(
          rules,
          { client, span: `${days}d`, explain },
          (rule, trial) => {
            note(rule, { trial });
          },
          signal,
        );
    },
  },
  createQueries: {
    task: 'creating',
    prepare: async (context) => {
      const { parts, connection, rules } = context;
      await parts.platforms.ensureWritable(connection);
      await confirmCreation(context);
      const client = await parts.platforms.clientFor(connection);
      const { log, failures, commands } = parts.workbench;
      const explain = (error: unknown): string => failures.sentence(error);
      return async (note, signal) => {
        const tell = (rule: number, result: RuleProgress['result']): void => {
          note(rule, { result });
        };
        try {
          await createQueries(rules, { connection, client, log, explain }, tell, signal);
        } finally {
          await commands.run('logbench.explorer.refresh', []);
        }
      };
    },
  },
  createFiles: {
    task: 'writing',
    prepare: async ({ parts, folder, rules }) => {
      const workspace = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
      const project = (await findProject([folder, ...workspace])) ?? (await askProject(parts));
      await parts.workbench.prompts.confirm({
        message:
          rules.length === 1
            ? t('Write the file of one scheduled query into {0}?', project.root)
            : t('Write the files of {0} scheduled queries into {1}?', rules.length, project.root),
        detail: t('Nothing is sent: logbench apply, or a pipeline, brings them to a platform.'),
        buttons: [{ label: t('Create Files'), value: true }],
      });
      return async (note, signal) =>
        createFiles(
          rules,
          project,
          (rule, result) => {
            note(rule, { result });
          },
          signal,
        );
    },
  },
};

async function askProject({
  workbench,
}: SigmaParts): Promise<NonNullable<Awaited<ReturnType<typeof findProject>>>> {
  const chosen = await workbench.prompts.openFolder({ title: t('Choose the Folder with logbench.yaml') });
  const project = await findProject([chosen]);
  if (project) return project;
  throw new ExplainedError(t('There is no {0} in {1} or above.', 'logbench.yaml', chosen));
}

async function confirmCreation({ parts, connection, rules }: ImportContext): Promise<void> {
  const { prompts, documents } = parts.workbench;
  const place = [connection.name, environmentLabel(connection.environment)] as const;
  const message =
    rules.length === 1
      ? t('Create one scheduled query on {0} ({1})?', ...place)
      : t('Create {0} scheduled queries on {1} ({2})?', rules.length, ...place);
  await confirmWithPapers(prompts, {
    message,
    detail: t('They stay disabled until you enable them. Rules that have a scheduled query are left alone.'),
    buttons: [{ label: t('Create Disabled'), value: true }],
    papers: [
      requestPaper(documents, connection, () =>
        rules.map(({ rule }) => createScheduledQuery(fieldsOfSchedule(scheduleOfRule(rule, rule.file)))),
      ),
    ],
  });
  await confirmByName(prompts, connection, message, readSettings().confirmation);
}
