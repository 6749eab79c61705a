import { findScheduledQuery } from '../../api/findScheduledQuery';
import { planUpdate } from '../../api/safeUpdate';
import type { UpdateOutcome } from '../../api/safeUpdate';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { confirmWithPapers } from '../../ui/confirmWrite';
import type { Connection } from '../../ui/connection';
import { noteWrite, readAfterWrite } from '../../ui/noteWrite';
import { withProgress } from '../../ui/progress';
import type { ActionParts } from './actionParts';
import type { Target } from './bulkResults';
import { conflictSummary, conflictText, merged } from './conflict';
import type { EditedFields } from './propertyText';

/** A record being edited: what it was when it was read, and what it is to become. */
export interface Edit {
  readonly connection: Connection;
  readonly base: ScheduledQuery;
  readonly fields: EditedFields;
}

/** Writes the record. Undefined when that is done; else what there is to go on editing with. */
export async function saveEdit(parts: ActionParts, edit: Edit): Promise<Edit | undefined> {
  const outcome = await write(parts, edit);
  switch (outcome.kind) {
    case 'updated':
      await showSaved(parts, edit);
      return undefined;
    case 'gone':
      await sayGone(parts, edit.connection, edit.base);
      return undefined;
    case 'conflict':
      return settleConflict(parts, edit, outcome.current);
  }
}

async function write(parts: ActionParts, { connection, base, fields }: Edit): Promise<UpdateOutcome> {
  await parts.platforms.ensureWritable(connection);
  const client = await parts.platforms.clientFor(connection);
  const title = t('Saving “{0}”', fields.name);
  const plan = await withProgress(title, async (signal) => planUpdate(client, base, fields, signal));
  if (plan.kind !== 'ready') return plan;
  const receipt = { connection, operation: 'update scheduled query', names: [fields.name] };
  await noteWrite(parts.workbench.log, receipt, async () =>
    withProgress(title, async (signal) => client.send(plan.operation, signal)),
  );
  return { kind: 'updated' };
}

async function settleConflict(
  parts: ActionParts,
  edit: Edit,
  current: ScheduledQuery,
): Promise<Edit | undefined> {
  const conflict = { base: edit.base, theirs: current, yours: edit.fields };
  const both = merged(conflict);
  const { connection, fields } = edit;
  const decision = await confirmWithPapers<'both' | 'overwrite' | 'reload'>(parts.workbench.prompts, {
    message: t(
      '“{0}” on {1} was changed by somebody else meanwhile. Nothing was saved.',
      edit.base.name,
      connection.name,
    ),
    detail: conflictSummary(conflict),
    buttons: [
      ...(both === undefined ? [] : [{ label: t('Keep Both Changes'), value: 'both' as const }]),
      { label: t('Overwrite'), value: 'overwrite' },
      { label: t('Reload'), value: 'reload' },
    ],
    papers: [
      {
        label: t('Show Details'),
        open: async () =>
          parts.workbench.documents.show(
            [connection.name, 'conflicts', new Date().toISOString(), `${t('Conflict')}.txt`],
            conflictText(edit.base.name, conflict),
          ),
      },
    ],
  });
  if (decision === 'reload') return { connection, base: current, fields: current };
  const wanted = decision === 'both' && both !== undefined ? { ...current, ...both } : fields;
  return saveEdit(parts, { connection, base: current, fields: wanted });
}

/** Shows the record as the service now has it, and those that name it as their predecessor. */
async function showSaved({ platforms, section, workbench }: ActionParts, edit: Edit): Promise<void> {
  const { connection, base, fields } = edit;
  const client = await platforms.clientFor(connection);
  const renamed = base.name !== fields.name;
  const changed = await readAfterWrite(workbench.log, async () =>
    renamed
      ? (await client.scheduledQueries({})).items.filter((query) => touches(query, base.guid))
      : [await findScheduledQuery(client, base.guid)],
  );
  const shown = changed ?? [{ ...base, ...fields }];
  await section.update(connection, { changed: shown.filter((query) => query !== undefined) });
  await workbench.prompts.notify({
    severity: 'information',
    message: t('{0}: “{1}” was saved.', connection.name, fields.name),
  });
}

function touches({ guid, precedingGuid }: ScheduledQuery, changed: string): boolean {
  return guid === changed || precedingGuid === changed;
}

export async function sayGone(
  { section, workbench }: ActionParts,
  connection: Connection,
  { guid, name }: Target,
): Promise<void> {
  await section.update(connection, { removed: [guid] });
  await workbench.prompts.notify({
    severity: 'warning',
    message: t(
      '{0}: “{1}” does not exist any more: somebody else deleted it. Create it again if it is needed.',
      connection.name,
      name,
    ),
  });
}
