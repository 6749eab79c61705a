import * as z from 'zod/mini';
import { integer32 } from '../base/integers';
import { optional } from './optional';
import type { RawRecord } from './optional';
import { defaulting, rawRecord, record } from './record';

export type RuleKind = 'batch' | 'stream';

/** The fields of a detection rule that the tree shows; `raw` has all of them. */
export const rule = z.pipe(
  rawRecord({
    guid: z.string(),
    name: z.string(),
    enabled: defaulting(z.boolean(), false),
    priority: optional(z.string()),
    categoryName: optional(z.string()),
    ruleCategoryName: optional(z.string()),
    updated: optional(z.string()),
  }),
  z.transform(({ categoryName, ruleCategoryName, ...fields }) => ({
    ...fields,
    category: categoryName ?? ruleCategoryName,
  })),
);
export type Rule = Readonly<z.infer<typeof rule>>;

const versionFields = {
  version: integer32,
  created: optional(z.string()),
  userName: optional(z.string()),
  description: optional(z.string()),
};

export const ruleVersion = record(versionFields);
export type RuleVersion = Readonly<z.infer<typeof ruleVersion>>;

const anyRule: z.ZodMiniType<RawRecord> = z.record(z.string(), z.unknown());

export const ruleSnapshot = record({ ...versionFields, rule: anyRule });
export type RuleSnapshot = Readonly<z.infer<typeof ruleSnapshot>>;

/** Batch rules are documented with `id` and `name`, stream rules with `field` and `value`; platforms mix them. */
const restoreFailure = z.pipe(
  record({
    id: optional(z.string()),
    name: optional(z.string()),
    field: optional(z.string()),
    value: optional(z.string()),
    reason: z.string(),
  }),
  z.transform(({ id, name, field, value, reason }) => ({
    /** The category of the failing item, for example `address_group`. */
    item: field ?? id ?? '',
    value: value ?? name ?? '',
    /** `not-found` or `duplicate`. */
    reason,
  })),
);
export type RestoreFailure = Readonly<z.infer<typeof restoreFailure>>;

const restored = { restored: z.boolean(), failures: defaulting(z.array(restoreFailure), []) };

export const restoreResult = record(restored, { restored: 'result' });
export type RestoreResult = Readonly<z.infer<typeof restoreResult>>;
