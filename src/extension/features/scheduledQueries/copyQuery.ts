import type { PlatformClient } from '../../../core/api/client';
import { findByName, findScheduledQuery } from '../../../core/api/findScheduledQuery';
import { updateScheduledQuery } from '../../../core/api/operations/scheduledQueries';
import { differingFields, fieldsOf } from '../../../core/interface/scheduledQueryFields';
import { t } from '../../../core/base/localize';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import { connectionLabel } from '../../ui/connections/connection';
import { propertiesText } from '../../ui/format/queryFields';
import { copyOnto } from '../../ui/writes/copyFlow';
import type { Copy, CopyTarget } from '../../ui/writes/copyFlow';
import { changeLabels } from './propertyText';
import type { EditedFields } from './propertyText';

/** What a copy works with. */
export interface CopyDeps extends CopyTarget, Pick<Copy<ScheduledQuery>, 'updated'> {
  readonly source: PlatformClient;
  /** Asks and creates the query; false to begin again, for example after a rejection. */
  readonly create: (fields: EditedFields) => Promise<boolean>;
  /** Asks when the copy runs. */
  readonly askTrigger: (fields: EditedFields) => Promise<EditedFields>;
}

/** Creates a query on another connection, or overwrites the one with its name after a comparison. */
export async function copyQuery(deps: CopyDeps, original: ScheduledQuery): Promise<void> {
  const { target } = deps;
  const fields = await mapPredecessor(deps, original);
  // Whether a query is enabled belongs to its platform: a copy never starts or stops it there.
  const wanted = ({ enabled }: ScheduledQuery): EditedFields => ({ ...fields, enabled });
  await copyOnto<ScheduledQuery>(deps, {
    kind: 'scheduled query',
    find: async (signal) => findByName(target, original.name, signal),
    create: async () => deps.create(fields),
    differences: (current) => changeLabels(differingFields(current, wanted(current))),
    texts: (current) => ({
      ...{ guid: current.guid, file: `${current.name}.lq` },
      ...{ current: comparedText(current), copy: comparedText(wanted(current)) },
    }),
    write: (current) => updateScheduledQuery(current.guid, wanted(current)),
    isSame: (current, now) => differingFields(current, now).length === 0,
    read: async ({ guid }, signal) => findScheduledQuery(target, guid, signal),
    updated: deps.updated,
    report: async (_, message) => deps.prompts.notify({ message }),
  });
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
async function mapPredecessor(deps: CopyDeps, original: ScheduledQuery): Promise<EditedFields> {
  const { connection, source, target, prompts, withProgress } = deps;
  const { precedingGuid = '', triggerType } = original;
  const alone = {
    ...fieldsOf(original),
    precedingGuid: undefined,
    precedingName: undefined,
    precedingAction: undefined,
  };
  if (triggerType !== 'workflow') return alone;
  const name = await withProgress(
    async (signal) =>
      original.precedingName ?? (await findScheduledQuery(source, precedingGuid, signal))?.name,
  );
  const preceding =
    name === undefined ? undefined : await withProgress(async (signal) => findByName(target, name, signal));
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
  return deps.askTrigger({ ...alone, triggerType: 'cron' });
}
