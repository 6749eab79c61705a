import { t } from '../../../core/base/localize';
import { runSteps } from '../../ui/prompts/prompts';
import { targetTitle } from '../../ui/resolveTarget';
import { confirmByName } from '../../ui/writes/sendAndLog';
import { copyTargetOf, pickOther } from '../../ui/writes/copyTarget';
import type { ActionDeps } from './actionDeps';
import { readAll, pickQuery } from './bulkQueries';
import { copyQuery } from './copyQuery';
import type { CopyDeps } from './copyQuery';
import { NewQueryForm } from './createQuery';
import { triggerSteps } from './propertyQuestions';
import { readQuery } from './saveEdit';

/** *Copy Scheduled Query to Connection…*: copies the published query, not its draft. */
export async function copyToConnection(deps: ActionDeps, args: readonly unknown[]): Promise<void> {
  const title = t('Copy Scheduled Query to Connection');
  const { connection: from, value: query } = await pickQuery(deps, args, title);
  const to = await pickOther(deps.platforms, from, query.name);
  const original = await readQuery(deps, from, query);
  const { platforms, section, ui } = deps;
  const source = await platforms.clientFor(from);
  const form = new NewQueryForm(deps, to, title);
  const copyTarget = await copyTargetOf(ui, platforms, from, to, original.name);
  const copying: CopyDeps = {
    ...copyTarget,
    source,
    create: async (fields) => {
      const entered = await form.confirm(fields);
      await confirmByName(ui.prompts, to, targetTitle(title, to), copyTarget.confirmation);
      await platforms.ensureWritable(to);
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
    updated: async (record) =>
      record === undefined ? section.reload(to) : section.update(to, { changed: [record] }),
  };
  await copyQuery(copying, original);
}
