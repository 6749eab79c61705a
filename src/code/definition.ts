import type { ScheduledQueryFields } from '../shared/wire/scheduledQuery';

/** What a file says about a scheduled query on one platform. */
export interface Definition {
  readonly name: string;
  readonly description: string | undefined;
  readonly enabled: boolean;
  readonly trigger: Trigger;
  readonly nodeTypes: readonly string[];
  readonly outputParameter: boolean;
  readonly query: string;
}

export type Trigger =
  | { readonly schedule: string }
  /** The preceding query by its name, or by its GUID where it is none of the folder. */
  | { readonly after: string; readonly when: string };

/** What the folder says about one platform: the definition of each file, by its path. */
export type Definitions = ReadonlyMap<string, Definition>;

/** A record of the platform, as far as a client can set it. */
export type PlatformRecord = ScheduledQueryFields & { readonly guid: string };

export type RecordsByGuid = ReadonlyMap<string, PlatformRecord>;

export const conditions = ['succeeded', 'failed', 'finished'] as const;
export const nodeTypes = ['control', 'data'] as const;

/** The record that the platform is to have. */
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

/** What a file would say to give this record. */
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

/** The definition with the text of a draft, and with its schedule where it has one. */
export function withDraft(
  definition: Definition,
  { text, schedule }: { readonly text: string; readonly schedule: string | undefined },
): Definition {
  const trigger = schedule === undefined ? definition.trigger : { schedule };
  return { ...definition, trigger, query: tidyText(text) };
}

/** Line ends and blanks around a text are a matter of editors and of Git, and mean nothing to the platform. */
export function tidyText(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}
