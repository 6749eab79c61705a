import type { PlatformClient } from '../../api/client';
import { findByName, findScheduledQuery } from '../../api/findScheduledQuery';
import { updateScheduledQuery } from '../../api/operations/scheduledQueries';
import { differingFields, planUpdate } from '../../api/safeUpdate';
import { t } from '../../shared/localize';
import { fieldsOf } from '../../shared/wire/scheduledQuery';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { connectionLabel } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import type { ReadOnlyDocuments } from '../../ui/documents/readOnlyDocuments';
import { propertiesText } from '../../ui/format/queryFields';
import type { LogTarget } from '../../ui/log';
import { Cancelled } from '../../ui/prompts/cancelled';
import type { Prompts } from '../../ui/prompts/prompts';
import type { Settings } from '../../ui/settings/settingsValues';
import { confirmByName, confirmWithDetails, requestDetail } from '../../ui/writes/confirmWrite';
import { isUnknownOutcome, readAfterWrite, recordWrite } from '../../ui/writes/recordWrite';
import { changeLabels } from './propertyText';
import type { EditedFields } from './propertyText';

/** What a copy works with. */
export interface CopyParts {
  /** The connection to copy to. */
  readonly connection: Connection;
  readonly source: PlatformClient;
  readonly target: PlatformClient;
  readonly prompts: Prompts;
  readonly documents: ReadOnlyDocuments;
  readonly log: Pick<LogTarget, 'info' | 'warn'>;
  readonly confirmation: Settings['confirmation'];
  /** Shows the progress of a task. */
  readonly working: <Result>(task: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;
  readonly ensureWritable: () => Promise<void>;
  /** Asks and creates the query; false to begin again, for example after a rejection. */
  readonly create: (fields: EditedFields) => Promise<boolean>;
  /** Asks when the copy runs. */
  readonly askTrigger: (fields: EditedFields) => Promise<EditedFields>;
  /** Opens a comparison with the query that exists. */
  readonly compare: (current: ScheduledQuery, fields: EditedFields) => Promise<void>;
  /** Shows the query that was overwritten; undefined if it is not known what it is like now. */
  readonly updated: (record: ScheduledQuery | undefined) => Promise<void>;
}

/** Creates a query on another connection, or overwrites the one with its name after a comparison. */
export async function copyQuery(parts: CopyParts, original: ScheduledQuery): Promise<void> {
  const { connection, target, prompts, working } = parts;
  const fields = await mapPredecessor(parts, original);
  for (;;) {
    const current = await working(async (signal) => findByName(target, original.name, signal));
    if (current === undefined) {
      if (await parts.create(fields)) return;
      continue;
    }
    // Whether a query is enabled belongs to its platform: a copy never starts or stops it there.
    const wanted = { ...fields, enabled: current.enabled };
    if (differingFields(current, wanted).length === 0) {
      await prompts.notify({
        severity: 'information',
        message: t(
          '{0}: “{1}” already exists with the same content. Nothing was sent.',
          connection.name,
          current.name,
        ),
      });
      return;
    }
    await parts.compare(current, wanted);
    await confirmOverwrite(parts, current, wanted);
    if (await overwrite(parts, current, wanted)) return;
  }
}

/** The properties above the text, with the name of the predecessor, because its GUID differs on each platform. */
export function comparedText(fields: EditedFields): string {
  const properties = propertiesText({
    ...fields,
    precedingGuid: fields.precedingName ?? fields.precedingGuid,
  });
  return `---\n${properties}---\n${fields.query}\n`;
}

/** GUIDs differ on each platform, so the copy runs after the query with the same name. */
async function mapPredecessor(parts: CopyParts, original: ScheduledQuery): Promise<EditedFields> {
  const { connection, source, target, prompts, working } = parts;
  const { precedingGuid = '', triggerType } = original;
  const alone = {
    ...fieldsOf(original),
    precedingGuid: undefined,
    precedingName: undefined,
    precedingAction: undefined,
  };
  if (triggerType !== 'workflow') return alone;
  const name = await working(
    async (signal) =>
      original.precedingName ?? (await findScheduledQuery(source, precedingGuid, signal))?.name,
  );
  const preceding =
    name === undefined ? undefined : await working(async (signal) => findByName(target, name, signal));
  if (preceding !== undefined) {
    const { precedingAction } = original;
    return { ...alone, precedingGuid: preceding.guid, precedingName: preceding.name, precedingAction };
  }
  await prompts.confirm({
    message: t(
      '“{0}” runs after “{1}”, which does not exist on {2}.',
      original.name,
      name ?? precedingGuid,
      connectionLabel(connection),
    ),
    detail: t('Copy that query first, or copy this one without it and select when the copy runs.'),
    buttons: [{ label: t('Copy Without It'), value: true }],
  });
  return parts.askTrigger({ ...alone, triggerType: 'cron' });
}

/** At the top of the window, because a dialog would cover the comparison. */
async function confirmOverwrite(
  { prompts, documents, connection, confirmation }: CopyParts,
  current: ScheduledQuery,
  wanted: EditedFields,
): Promise<void> {
  const message = t('Overwrite “{0}” on {1}?', current.name, connectionLabel(connection));
  const differences = changeLabels(differingFields(current, wanted)).join(', ');
  const confirmed = await confirmWithDetails(prompts, {
    message,
    detail: current.enabled
      ? t('Different: {0}. It stays enabled.', differences)
      : t('Different: {0}. It stays disabled.', differences),
    buttons: [
      { label: t('Overwrite'), value: true },
      { label: t('Cancel'), value: false },
    ],
    details: [requestDetail(documents, connection, () => [updateScheduledQuery(current.guid, wanted)])],
    isDetailOpen: true,
  });
  if (!confirmed) throw new Cancelled();
  await confirmByName(prompts, connection, message, confirmation);
}

/** False if the query was changed or deleted since it was compared. */
async function overwrite(parts: CopyParts, current: ScheduledQuery, wanted: EditedFields): Promise<boolean> {
  const { connection, target, prompts, log, working } = parts;
  // Before the comparison with the current record, so that no question is open between it and the write.
  await parts.ensureWritable();
  const plan = await working(async (signal) => planUpdate(target, current, wanted, signal));
  if (plan.kind !== 'ready') {
    // Not awaited, so that the next question opens immediately.
    void prompts.notify({
      severity: 'warning',
      message: t(
        '“{0}” on {1} was changed by someone else in the meantime. Nothing was applied.',
        current.name,
        connectionLabel(connection),
      ),
    });
    return false;
  }
  const receipt = { connection, operation: 'overwrite scheduled query', names: [current.name] };
  try {
    await recordWrite(log, receipt, async () =>
      working(async (signal) => target.send(plan.operation, signal)),
    );
  } catch (error) {
    if (isUnknownOutcome(error)) await parts.updated(undefined);
    throw error;
  }
  await parts.updated(await readAfterWrite(log, async () => findScheduledQuery(target, current.guid)));
  await prompts.notify({
    severity: 'information',
    message: t('{0}: “{1}” was overwritten.', connection.name, current.name),
  });
  return true;
}
