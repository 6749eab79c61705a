import * as z from 'zod/mini';
import { integer32 } from '../base/integers';
import { optional } from './optional';
import type { RawRecord } from './optional';

export type RuleKind = 'batch' | 'stream';

/** The fields of a detection rule that the tree shows; `raw` has all of them. */
export const rule = z.pipe(
  z.looseObject({
    guid: z.string(),
    name: z.string(),
    enabled: optional(z.boolean()),
    priority: optional(z.string()),
    category_name: optional(z.string()),
    rule_category_name: optional(z.string()),
    updated: optional(z.string()),
  }),
  z.transform((record) => ({
    guid: record.guid,
    name: record.name,
    enabled: record.enabled ?? false,
    priority: record.priority ?? undefined,
    category: record.category_name ?? record.rule_category_name ?? undefined,
    updated: record.updated ?? undefined,
    raw: record as RawRecord,
  })),
);
export type Rule = Readonly<z.infer<typeof rule>>;

const versionRecord = z.looseObject({
  version: integer32,
  created: optional(z.string()),
  user_name: optional(z.string()),
  description: optional(z.string()),
});

export const ruleVersion = z.pipe(versionRecord, z.transform(toVersion));
export type RuleVersion = Readonly<z.infer<typeof ruleVersion>>;

export const ruleSnapshot = z.pipe(
  z.extend(versionRecord, { rule: z.record(z.string(), z.unknown()) }),
  z.transform((record) => ({ ...toVersion(record), rule: record.rule as RawRecord })),
);
export type RuleSnapshot = Readonly<z.infer<typeof ruleSnapshot>>;

/** Batch rules are documented with `id` and `name`, stream rules with `field` and `value`; platforms mix them. */
const restoreFailure = z.pipe(
  z.looseObject({
    id: optional(z.string()),
    name: optional(z.string()),
    field: optional(z.string()),
    value: optional(z.string()),
    reason: z.string(),
  }),
  z.transform((failure) => ({
    /** The category of the failing item, for example `address_group`. */
    item: failure.field ?? failure.id ?? '',
    value: failure.value ?? failure.name ?? '',
    /** `not-found` or `duplicate`. */
    reason: failure.reason,
  })),
);
export type RestoreFailure = Readonly<z.infer<typeof restoreFailure>>;

export const restoreResult = z.pipe(
  z.looseObject({ result: z.boolean(), failures: optional(z.array(restoreFailure)) }),
  z.transform(({ result, failures }) => ({ restored: result, failures: failures ?? [] })),
);
export type RestoreResult = Readonly<z.infer<typeof restoreResult>>;

function toVersion(record: z.infer<typeof versionRecord>) {
  return {
    version: record.version,
    created: record.created ?? undefined,
    userName: record.user_name ?? undefined,
    description: record.description ?? undefined,
  };
}
