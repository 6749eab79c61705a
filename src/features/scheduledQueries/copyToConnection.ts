import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { plainText } from '../../shared/plainText';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { connectionLabel, isSameService, serviceOf } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import { ExplainedError } from '../../ui/failures/failureText';
import { withProgress } from '../../ui/prompts/progress';
import { runSteps } from '../../ui/prompts/steps';
import { targetTitle } from '../../ui/resolveTarget';
import { readSettings } from '../../ui/settings/settings';
import { confirmByName } from '../../ui/writes/confirmWrite';
import type { ActionDeps } from './actionDeps';
import { readAll } from './bulkQueries';
import { comparedText, copyQuery } from './copyFlow';
import type { CopyParts } from './copyFlow';
import { NewQueryForm } from './createQuery';
import { triggerSteps } from './propertyQuestions';
import { readQuery } from './saveEdit';
import { pickQuery } from './selectedQueries';

/** *Copy to Connection…*: copies the published query, not its draft. */
export async function copyToConnection(deps: ActionDeps, args: readonly unknown[]): Promise<void> {
  const title = t('Copy to Connection');
  const { connection: from, value: query } = await pickQuery(deps, args, title);
  const to = await pickOther(deps, from, query.name);
  await deps.platforms.ensureWritable(to);
  const original = await readQuery(deps, from, query);
  await copyQuery(await partsOf(deps, from, to, original), original);
}

/** A connection to another platform; the same platform under another name has the query already. */
async function pickOther({ platforms }: ActionDeps, from: Connection, name: string): Promise<Connection> {
  const isOther = (one: Connection): boolean => !isSameService(serviceOf(one), serviceOf(from));
  if (platforms.all().some(isOther)) return platforms.pick(t('Copy “{0}” to', name), isOther);
  throw new ExplainedError(
    t('There is no connection to another platform. Add one to copy “{0}” there.', name),
  );
}

async function partsOf(
  deps: ActionDeps,
  from: Connection,
  to: Connection,
  original: ScheduledQuery,
): Promise<CopyParts> {
  const { platforms, section, ui } = deps;
  const [source, target] = await Promise.all([platforms.clientFor(from), platforms.clientFor(to)]);
  const { prompts, documents, log } = ui;
  const title = t('Copy to Connection');
  const form = new NewQueryForm(deps, to, title);
  const progress = t('Copying “{0}” to {1}', original.name, to.name);
  const { confirmation } = readSettings();
  return {
    ...{ connection: to, source, target, prompts, documents, log, confirmation },
    working: async (task) => withProgress(progress, task),
    ensureWritable: async () => platforms.ensureWritable(to),
    create: async (fields) => {
      const entered = await form.confirm(fields);
      await confirmByName(prompts, to, targetTitle(title, to), confirmation);
      const created = await form.create(entered);
      if (created !== 'form') await form.show(entered, created.record);
      return created !== 'form';
    },
    askTrigger: async (fields) => {
      const all = await readAll(deps, to);
      const guid = all.find(({ name }) => name === original.name)?.guid;
      const subject = { deps, connection: to, title: targetTitle(title, to), guid, all };
      return runSteps(triggerSteps(subject), fields);
    },
    compare: async (current, fields) => {
      const folder = [to.name, 'copies', current.guid];
      const side = (name: string, text: string): vscode.Uri =>
        documents.put([...folder, name, `${current.name}.lq`], text);
      const left = side('current', comparedText(current));
      const right = side('copy', comparedText(fields));
      const names = [current.name, connectionLabel(to), connectionLabel(from)];
      const label = plainText(t('{0}: {1} ↔ {2}', ...names));
      await vscode.commands.executeCommand('vscode.diff', left, right, label);
    },
    updated: async (record) =>
      record === undefined ? section.reload(to) : section.update(to, { changed: [record] }),
  };
}
