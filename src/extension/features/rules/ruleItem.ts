import { idOf } from '../../ui/queryAddress';
import type { RawRecord } from '../../../core/interface/optional';
import type { Rule, RuleKind, RuleSnapshot, RuleVersion } from '../../../core/interface/rule';
import { truncatedText } from '../../../core/privacy/plainText';
import type { RuleTarget } from '../../ui/access';
import type { Row, Selected } from '../../ui/explorer/explorerSection';

/** The value of a detection rule row. */
export class RuleItem {
  constructor(
    readonly kind: RuleKind,
    readonly rule: Rule,
  ) {}
}

/** The value of a version row. */
export class RuleVersionItem {
  constructor(
    readonly kind: RuleKind,
    readonly rule: Rule,
    readonly version: RuleVersion,
  ) {}
}

/** The version of a row. */
export function versionItemOf(value: unknown): RuleVersionItem | undefined {
  return value instanceof RuleVersionItem ? value : undefined;
}

/** The rule of a row. */
export function ruleOfRow(value: unknown): RuleTarget | undefined {
  return value instanceof RuleItem ? targetOf(value) : undefined;
}

/** Sorts rows: the highest priority first, and what has none last. */
export function byPriority(one: Row, other: Row): number {
  return urgencyOf(other) - urgencyOf(one);
}

const urgencies = ['LOW', 'MEDIUM', 'HIGH'];

function urgencyOf({ value }: Row): number {
  return value instanceof RuleItem ? urgencies.indexOf(value.rule.priority ?? '') : -1;
}

export type SelectedRule = Selected<RuleTarget>;

/** The current rule or one of its versions, to open or compare. */
export interface RuleState {
  readonly version: RuleSnapshot | undefined;
  readonly rule: RawRecord;
}

export function targetOf({ kind, rule }: Pick<RuleItem, 'kind' | 'rule'>): RuleTarget {
  return { kind, guid: rule.guid, name: rule.name };
}

/** The ID of its row. It includes the kind, because a platform may use one GUID in both lists. */
export function ruleRowId({ kind, guid }: Pick<RuleTarget, 'kind' | 'guid'>): string {
  return idOf({ guid, rule: kind });
}

export const ruleKinds = ['batch', 'stream'] as const satisfies readonly RuleKind[];

/** The current rule, or one of its versions. */
interface RuleDocumentAddress {
  readonly target: RuleTarget;
  readonly version: number | undefined;
}

/**
 * The path, below its connection, of the document of a rule or version: complete, or reduced for comparison.
 * The last segment is the title of the tab.
 */
export function ruleDocumentPath(
  { kind, guid, name }: RuleTarget,
  version: number | undefined,
  purpose: 'shown' | 'compared' = 'shown',
): readonly string[] {
  const state = version === undefined ? 'current' : `v${version}`;
  const title = truncatedText(name.replace(/[\\\u0000-\u001f]/g, ' '), 120);
  return [ruleFolder, guid, purpose, state, kind, `${title}${fileEnd(version)}`];
}

/** Parses such a path; undefined for others. */
export function parseRulePath(path: readonly string[]): RuleDocumentAddress | undefined {
  const [, guid, purpose, state = '', folder, file] = path;
  const kind = ruleKinds.find((known) => folder === known);
  if (kind === undefined || guid === undefined || purpose !== 'shown' || file === undefined) return undefined;
  if (!/^(?:v\d+|current)$/.test(state)) return undefined;
  const version = state === 'current' ? undefined : Number(state.slice(1));
  return { target: { kind, guid, name: file.slice(0, -fileEnd(version).length) }, version };
}

export const ruleFolder = 'rules';

function fileEnd(version: number | undefined): string {
  return version === undefined ? '.lqrule' : ` v${version}.lqrule`;
}
