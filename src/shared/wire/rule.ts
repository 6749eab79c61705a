import * as z from 'zod/mini';
import { integer32 } from './integers';
import { optional } from './optional';
import type { RawRecord } from './optional';

export type RuleKind = 'batch' | 'stream';

/** The fields of a detection rule that the tree shows; `raw` has all of them. */
export interface Rule {
  readonly guid: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly priority: string | undefined;
  readonly category: string | undefined;
  readonly updated: string | undefined;
  readonly raw: RawRecord;
}

export interface RuleVersion {
  readonly version: number;
  readonly created: string | undefined;
  readonly userName: string | undefined;
  readonly description: string | undefined;
}

export interface RuleSnapshot extends RuleVersion {
  readonly rule: RawRecord;
}

export interface RestoreFailure {
  /** The category of the failing item, for example `address_group`. */
  readonly item: string;
  readonly value: string;
  /** `not-found` or `duplicate`. */
  readonly reason: string;
}

export interface RestoreResult {
  readonly restored: boolean;
  readonly failures: readonly RestoreFailure[];
}

export const rule: z.ZodMiniType<Rule> = z.pipe(
  z.looseObject({
    guid: z.string(),
    name: z.string(),
    enabled: optional(z.boolean()),
    priority: optional(z.string()),
    category_name: optional(z.string()),
    rule_category_name: optional(z.string()),
    updated: optional(z.string()),
  }),
  z.transform((record): Rule => ({
    guid: record.guid,
    name: record.name,
    enabled: record.enabled ?? false,
    priority: record.priority ?? undefined,
    category: record.category_name ?? record.rule_category_name ?? undefined,
    updated: record.updated ?? undefined,
    raw: record,
  })),
);

const versionFields = {
  version: integer32,
  created: optional(z.string()),
  user_name: optional(z.string()),
  description: optional(z.string()),
};

export const ruleVersion: z.ZodMiniType<RuleVersion> = z.pipe(
  z.looseObject(versionFields),
  z.transform((record): RuleVersion => toVersion(record)),
);

export const ruleSnapshot: z.ZodMiniType<RuleSnapshot> = z.pipe(
  z.looseObject({ ...versionFields, rule: z.record(z.string(), z.unknown()) }),
  z.transform((record): RuleSnapshot => ({ ...toVersion(record), rule: record.rule })),
);

/** Batch rules are documented with `id` and `name`, stream rules with `field` and `value`; platforms mix them. */
const restoreFailure = z.pipe(
  z.looseObject({
    id: optional(z.string()),
    name: optional(z.string()),
    field: optional(z.string()),
    value: optional(z.string()),
    reason: z.string(),
  }),
  z.transform((failure): RestoreFailure => ({
    item: failure.field ?? failure.id ?? '',
    value: failure.value ?? failure.name ?? '',
    reason: failure.reason,
  })),
);

export const restoreResult: z.ZodMiniType<RestoreResult> = z.pipe(
  z.looseObject({ result: z.boolean(), failures: optional(z.array(restoreFailure)) }),
  z.transform(({ result, failures }): RestoreResult => ({ restored: result, failures: failures ?? [] })),
);

interface VersionRecord {
  readonly version: number;
  readonly created?: string | null | undefined;
  readonly user_name?: string | null | undefined;
  readonly description?: string | null | undefined;
}

function toVersion(record: VersionRecord): RuleVersion {
  return {
    version: record.version,
    created: record.created ?? undefined,
    userName: record.user_name ?? undefined,
    description: record.description ?? undefined,
  };
}
