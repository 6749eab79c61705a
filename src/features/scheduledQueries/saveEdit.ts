import { InvalidRequestError, RefusedError } from '../../api/errors';
import { findScheduledQuery } from '../../api/findScheduledQuery';
import { safeUpdate, type UpdateOutcome } from '../../api/safeUpdate';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { confirmWithPapers } from '../../ui/confirmWrite';
import type { Connection } from '../../ui/connection';
import { describeFailure } from '../../ui/failureText';
import { withProgress } from '../../ui/progress';
import { writeReceipt } from '../../ui/receipt';
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
  const outcome = await tryWrite(parts, edit);
  noteReceipt(parts, edit, outcome);
  switch (outcome.kind) {
    case 'updated':
      await showSaved(parts, edit);
      return undefined;
    case 'gone':
      await sayGone(parts, edit.connection, edit.base);
      return undefined;
    case 'refused':
      // Not awaited: the overview comes back at once, with everything that was entered.
      void parts.workbench.failures.report(outcome.error, { connection: edit.connection });
      return edit;
    case 'conflict':
      return settleConflict(parts, edit, outcome.current);
  }
}

type WriteOutcome = UpdateOutcome | { readonly kind: 'refused'; readonly error: Error };

async function tryWrite(parts: ActionParts, { connection, base, fields }: Edit): Promise<WriteOutcome> {
  await parts.platforms.ensureWritable(connection);
  const client = await parts.platforms.clientFor(connection);
  try {
    return await withProgress(t('Saving “{0}”', fields.name), async (signal) =>
      safeUpdate(client, base, fields, signal),
    );
  } catch (error) {
    if (error instanceof RefusedError || error instanceof InvalidRequestError) {
      return { kind: 'refused', error };
    }
    throw error;
  }
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
  const changed = renamed
    ? (await client.scheduledQueries({})).items.filter((query) => touches(query, base.guid))
    : [await findScheduledQuery(client, base.guid).catch(() => ({ ...base, ...fields }))];
  await section.update(connection, { changed: changed.filter((query) => query !== undefined) });
  await workbench.prompts.notify({
    severity: 'information',
    message: t('{0}: “{1}” is saved.', connection.name, fields.name),
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

function noteReceipt({ workbench }: ActionParts, { connection, fields }: Edit, outcome: WriteOutcome): void {
  const result =
    outcome.kind === 'refused' ? `refused: ${describeFailure(outcome.error).sentence}` : outcome.kind;
  const operation = 'update scheduled query';
  writeReceipt(workbench.log, { connection, operation, names: [fields.name], result });
}
