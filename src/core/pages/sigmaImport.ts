import * as z from 'zod/mini';
import { t } from '../base/localize';
import { page } from './page';
import { columnWidths, shownConnection, fromEveryPage } from './common';
import { plain, typed } from './shown';

/** One rule of the folder, identified by its index in the list. */
const importedRule = z.object({
  /** Relative to the folder. */
  file: z.string(),
  title: z.string(),
  id: z.nullable(plain),
  level: plain,
  product: plain,
  techniques: z.array(plain),
  description: z.string(),
  /**
   * Rules with a query are `ready` only if the platform has their tables and fields, `missing` if it has not, and
   * `unchecked` until that is known.
   */
  state: z.enum(['ready', 'missing', 'unchecked', 'mapping', 'rejected']),
  /** What the rule lacks or why it was not checked, and in which line. */
  reason: z.nullable(z.string()),
  line: z.number(),
});
export type ImportedRule = Readonly<z.infer<typeof importedRule>>;

/** The result of an action on a rule. */
const ruleProgress = z.object({
  rule: z.number(),
  trial: z.nullable(
    z.discriminatedUnion('state', [
      z.object({ state: z.literal('running') }),
      z.object({ state: z.literal('done'), hits: z.number() }),
      z.object({ state: z.literal('failed'), message: z.string() }),
    ]),
  ),
  result: z.nullable(
    z.object({ state: z.enum(['created', 'written', 'exists', 'failed', 'unknown']), message: z.string() }),
  ),
});
export type RuleProgress = Readonly<z.infer<typeof ruleProgress>>;

const sigmaImportView = z.object({
  text: typed,
  levels: z.array(plain),
  products: z.array(plain),
  techniques: z.array(plain),
  states: z.array(plain),
  /** The number of days of logs that rules are tried on. */
  days: z.number().check(z.positive(), z.maximum(365)),
  /** The indexes of the selected rules. */
  selected: z.array(z.number()),
  widths: columnWidths,
  firstRow: z.number(),
});
export type SigmaImportView = Readonly<z.infer<typeof sigmaImportView>>;

/** The action in progress; null if there is none. */
const importTask = z.object({
  kind: z.enum(['reading', 'checking', 'trying', 'creating', 'writing']),
  done: z.number(),
  total: z.number(),
  isCanceling: z.boolean(),
});
export type ImportTask = Readonly<z.infer<typeof importTask>>;

export const sigmaImportState = z.object({
  kind: z.literal('state'),
  connection: shownConnection,
  folder: z.string(),
  /** Null for the built-in mapping. */
  mapping: z.nullable(z.string()),
  task: z.nullable(importTask),
  /** Why the folder could not be read. */
  failure: z.nullable(z.string()),
  view: sigmaImportView,
});
export type SigmaImportState = Readonly<z.infer<typeof sigmaImportState>>;

/** All rules, once they are read. The list is long, so changes are sent separately. */
const importedRules = z.object({
  kind: z.literal('rules'),
  rulesId: z.number(),
  rules: z.array(importedRule),
  progress: z.array(ruleProgress),
});
const progressMessage = z.object({ kind: z.literal('progress'), changes: z.array(ruleProgress) });

export const toSigmaImportPage = z.discriminatedUnion('kind', [
  sigmaImportState,
  importedRules,
  progressMessage,
]);
export type ToSigmaImportPage = Readonly<z.infer<typeof toSigmaImportPage>>;

const fromSigmaImportPage = z.discriminatedUnion('kind', [
  ...fromEveryPage,
  z.object({ kind: z.literal('viewChanged'), view: sigmaImportView }),
  z.object({ kind: z.enum(['openRule', 'openQuery']), rule: z.number() }),
  z.object({ kind: z.literal('editMapping'), rule: z.nullable(z.number()) }),
  z.object({ kind: z.enum(['try', 'createQueries', 'createFiles']), rules: z.array(z.number()) }),
  z.object({ kind: z.literal('cancel') }),
]);
export type FromSigmaImportPage = Readonly<z.infer<typeof fromSigmaImportPage>>;

export const sigmaImportPage = page({
  name: 'sigmaImport',
  toPage: toSigmaImportPage,
  fromPage: fromSigmaImportPage,
  resume: z.object({
    connection: z.string(),
    folder: z.string(),
    view: sigmaImportView,
  }),
  titleOf: ({ connection }) => t('Import Sigma Rules · {0}', connection),
});
