import type { ScheduledQueryFields } from '../interface/scheduledQueryFields';

/** The definition of a scheduled query in a file, for one platform. */
export interface Definition {
  readonly name: string;
  readonly description: string | undefined;
  readonly enabled: boolean;
  readonly trigger: Trigger;
  readonly nodeTypes: readonly string[];
  readonly outputParameter: boolean;
  readonly query: string;
  /** Whether it is never deleted or disabled without an explicit permission. */
  readonly protect?: boolean;
}

export type Trigger =
  | { readonly schedule: string }
  /** The preceding query by name, or by GUID if it is not in the folder. */
  | { readonly after: string; readonly when: string };

/** The definitions of a folder for one platform, by path. */
export type Definitions = ReadonlyMap<string, Definition>;

/** The writable fields of a record on the platform. */
export type PlatformRecord = ScheduledQueryFields & { readonly guid: string };

export type RecordsByGuid = ReadonlyMap<string, PlatformRecord>;

export const conditions = ['succeeded', 'failed', 'finished'] as const;

/** Converts a definition to a record. */
export function fieldsOfDefinition(
  definition: Definition,
  guidOf: (name: string) => string,
): ScheduledQueryFields {
  const { name, description, enabled, trigger, nodeTypes: types, outputParameter, query } = definition;
  const workflow = 'after' in trigger ? trigger : undefined;
  return {
    name,
    description,
    enabled,
    query,
    triggerType: workflow ? 'workflow' : 'cron',
    cronSchedule: 'schedule' in trigger ? trigger.schedule : undefined,
    precedingGuid: workflow && guidOf(workflow.after),
    precedingAction: workflow?.when,
    nodeTypes: types,
    outputParameter,
  };
}

/** Converts a record to a definition. */
export function definitionOfFields(
  fields: ScheduledQueryFields,
  nameOf: (guid: string) => string,
): Definition {
  const { name, description, enabled, nodeTypes: types, outputParameter, query } = fields;
  const trigger: Trigger =
    fields.triggerType === 'workflow'
      ? { after: nameOf(fields.precedingGuid ?? ''), when: fields.precedingAction ?? 'finished' }
      : { schedule: fields.cronSchedule ?? '' };
  return { name, description, enabled, trigger, nodeTypes: types, outputParameter, query: tidyText(query) };
}

/** The definition with the text of a draft, and with its schedule if it has one. */
export function withDraft(
  definition: Definition,
  { text, schedule }: { readonly text: string; readonly schedule: string | undefined },
): Definition {
  const trigger = schedule === undefined ? definition.trigger : { schedule };
  return { ...definition, trigger, query: tidyText(text) };
}

/** Line endings and surrounding whitespace depend on editors and Git, and have no meaning on the platform. */
export function tidyText(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}
