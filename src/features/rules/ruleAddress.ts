import { beginningOf } from '../../shared/plainText';
import type { RuleKind } from '../../shared/wire/rule';
import { ruleKinds } from './ruleItem';
import type { RuleTarget } from './ruleItem';

/** The current rule, or one of its versions. */
export interface RuleAddress {
  readonly target: RuleTarget;
  readonly version: number | undefined;
}

/**
 * The path, below its connection, of the document of a rule or version: complete, or reduced for comparison.
 * The last segment is the title of the tab.
 */
export function ruleDocumentPath(
  { kind, guid, name }: RuleTarget,
  version?: number,
  purpose: 'shown' | 'compared' = 'shown',
): readonly string[] {
  const state = version === undefined ? 'current' : `v${version}`;
  const title = beginningOf(name.replace(/[\\\u0000-\u001f]/g, ' '), 120);
  return [ruleFolder(kind), guid, purpose, state, `${title}${fileEnd(version)}`];
}

/** Parses such a path; undefined for others. */
export function parseRulePath(path: readonly string[]): RuleAddress | undefined {
  const [folder, guid, purpose, state = '', file] = path;
  const kind = ruleKinds.find((known) => folder === ruleFolder(known));
  if (kind === undefined || guid === undefined || purpose !== 'shown' || file === undefined) return undefined;
  const version = state === 'current' ? undefined : Number(state.slice(1));
  return { target: { kind, guid, name: file.slice(0, -fileEnd(version).length) }, version };
}

export function ruleFolder(kind: RuleKind): string {
  return `${kind}-rules`;
}

function fileEnd(version: number | undefined): string {
  return version === undefined ? '.lrule' : ` v${version}.lrule`;
}
