import { findScheduledQuery } from '../../../core/api/findScheduledQuery';
import { guardedUpdate } from '../../../core/api/scheduledQueryWrites';
import { t } from '../../../core/base/localize';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import { writeGuarded } from '../../ui/writes/guardedWrite';
import { confirmWithDetails, readAfterWrite } from '../../ui/writes/sendAndLog';
import { connectionLabel } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import { CanceledError } from '../../ui/prompts/canceled';
import { withProgress } from '../../ui/prompts/progress';
import type { ActionDeps } from './actionDeps';
import type { BulkTarget } from '../../ui/writes/bulkResults';
import { conflictSummary, conflictText } from '../../ui/format/queryFields';
import { merged } from './propertyText';
import type { EditedFields } from './propertyText';
import { isSameGuid } from '../../../core/interface/guid';
import { listScheduledQueries } from '../../../core/api/operations/scheduledQueries';

/** A record being edited: the base and the new values. */
export interface Edit {
  readonly connection: Connection;
  readonly base: ScheduledQuery;
  readonly fields: EditedFields;
}

/** Writes the record. Returns undefined on success, otherwise the edit to continue with. */
export async function saveEdit(deps: ActionDeps, edit: Edit): Promise<Edit | undefined> {
  const { connection, base, fields } = edit;
  const title = t('Applying changes to “{0}”', fields.name);
  const result = await writeGuarded<ScheduledQuery>(
    { ...deps, log: deps.ui.log, withProgress: async (task) => withProgress(title, task) },
    { connection, operation: 'update scheduled query', name: fields.name, ...guardedUpdate(base, fields) },
  );
  if (result.outcome !== 'conflict') await showSaved(deps, edit);
  else if (result.current === undefined) await reportMissingQuery(deps, connection, base);
  else return resolveConflict(deps, edit, result.current);
  return undefined;
}

async function resolveConflict(
  deps: ActionDeps,
  edit: Edit,
  current: ScheduledQuery,
): Promise<Edit | undefined> {
  const conflict = { base: edit.base, theirs: current, yours: edit.fields };
  const both = merged(conflict);
  const { connection, fields } = edit;
  const decision = await confirmWithDetails<'both' | 'overwrite' | 'reload'>(deps.ui.prompts, {
    message: t(
      '“{0}” on {1} was changed by someone else in the meantime. Nothing was applied.',
      edit.base.name,
      connectionLabel(connection),
    ),
    detail: conflictSummary(conflict),
    buttons: [
      ...(both === undefined ? [] : [{ label: t('Keep Both Changes'), value: 'both' as const }]),
      { label: t('Overwrite'), value: 'overwrite' },
      { label: t('Reload'), value: 'reload' },
    ],
    details: [
      {
        label: t('Show Details'),
        open: async () =>
          deps.ui.documents.show(
            [connection.name, 'conflicts', new Date().toISOString(), `${t('Conflict')}.txt`],
            conflictText(edit.base.name, conflict),
          ),
      },
    ],
  });
  if (decision === 'reload') return { connection, base: current, fields: current };
  const wanted = decision === 'both' && both !== undefined ? { ...current, ...both } : fields;
  return saveEdit(deps, { connection, base: current, fields: wanted });
}

/** Updates the rows of the record and of its dependents. */
async function showSaved({ platforms, section, ui }: ActionDeps, edit: Edit): Promise<void> {
  const { connection, base, fields } = edit;
  const client = await platforms.clientFor(connection);
  const renamed = base.name !== fields.name;
  const changed = await readAfterWrite(ui.log, async () =>
    renamed
      ? (await client.send(listScheduledQueries({}))).items.filter((query) => touches(query, base.guid))
      : [await findScheduledQuery(client, base.guid)],
  );
  const shown = changed ?? [{ ...base, ...fields }];
  await section.update(connection, { changed: shown.filter((query) => query !== undefined) });
  await ui.prompts.notify({ message: t('{0}: “{1}” was updated.', connection.name, fields.name) });
}

function touches({ guid, precedingGuid }: ScheduledQuery, changed: string): boolean {
  return isSameGuid(guid, changed) || isSameGuid(precedingGuid, changed);
}

/** Reads the current record; reports a deleted query and rejects with `CanceledError`. */
export async function readQuery(
  deps: ActionDeps,
  connection: Connection,
  query: BulkTarget,
): Promise<ScheduledQuery> {
  const client = await deps.platforms.clientFor(connection);
  const title = t('Reading the scheduled queries of {0}', connection.name);
  const record = await withProgress(title, async (signal) => findScheduledQuery(client, query.guid, signal));
  if (record !== undefined) return record;
  await reportMissingQuery(deps, connection, query);
  throw new CanceledError();
}

async function reportMissingQuery(
  { section, ui }: ActionDeps,
  connection: Connection,
  { guid, name }: BulkTarget,
): Promise<void> {
  await section.update(connection, { removed: [guid] });
  await ui.prompts.notify({
    severity: 'warning',
    message: t(
      '{0}: “{1}” no longer exists because someone else deleted it. Create it again if you need it.',
      connection.name,
      name,
    ),
  });
}
