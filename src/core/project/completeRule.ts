import { referencesOfItem } from '../api/readRuleReferences';
import { findFrontMatter } from '../language/frontMatter';
import type { FrontMatter } from '../language/frontMatter';
import type { TextEdit } from '../language/textEdit';
import type { RuleKind } from '../interface/rule';
import { referenceFields } from '../interface/ruleReferences';
import type { ReferenceField, RuleReference } from '../interface/ruleReferences';
import { inYaml } from './completeFrontMatter';
import { knownValues } from './ruleFields';
import type { FrontMatterProposals, Proposal } from './completeFrontMatter';

const commonKeys = [
  'name',
  'enabled',
  'priority',
  'description',
  'msg',
  'address_field',
  'event_suppress_interval',
  'mitre_tactics',
  'mitre_techniques',
  'suppress_key',
  'ticket_issue_cond',
  'ticket_suppress_interval',
  'field_order',
];

const ownKeys: Readonly<Record<RuleKind, readonly string[]>> = {
  batch: ['schedule', 'duration'],
  stream: ['source_type'],
};

const values: Readonly<Record<string, readonly string[]>> = { enabled: ['true', 'false'], ...knownValues };

/**
 * Completions at a position in the properties of a rule; undefined outside of them. A reference is completed by the
 * name of its object, and the field with that name follows.
 */
export function completeRule(
  kind: RuleKind,
  source: string,
  offset: number,
  references: readonly RuleReference[],
): FrontMatterProposals | undefined {
  const front = findFrontMatter(source);
  if (front === undefined || offset < front.yaml.from || offset > front.yaml.to) return undefined;
  const start = source.lastIndexOf('\n', offset - 1) + 1;
  const line = source.slice(start, offset);
  const value = /^(?:(\w+):|\s*-)\s+(.*)$/.exec(line);
  if (value === null) return keyProposals(kind, source, front, start, offset);
  const [, key = listAbove(source.slice(front.yaml.from, start)), typed = ''] = value;
  return valueProposals(kind, source, front, key, offset - typed.length, offset, references);
}

/** The key of the list whose items end here. */
function listAbove(lines: string): string {
  return /^(\w+):[^\n]*\n(?:\s*-[^\n]*\n)*$/m.exec(lines)?.[1] ?? '';
}

function keyProposals(
  kind: RuleKind,
  source: string,
  { yaml }: FrontMatter,
  start: number,
  offset: number,
): FrontMatterProposals {
  if (!/^\w*$/.test(source.slice(start, offset))) return { from: offset, to: offset, items: [] };
  const rest = source.slice(yaml.from, start) + source.slice(offset, yaml.to);
  const keys = [...commonKeys, ...ownKeys[kind], ...referenceFields[kind].map((field) => field.identifiers)];
  const missing = keys.filter((key) => !new RegExp(`^${key}:`, 'm').test(rest));
  return { from: start, to: offset, items: missing.map((text) => ({ kind: 'key', text: `${text}: ` })) };
}

function valueProposals(
  kind: RuleKind,
  source: string,
  front: FrontMatter,
  key: string,
  from: number,
  to: number,
  references: readonly RuleReference[],
): FrontMatterProposals {
  const field = referenceFields[kind].find(({ identifiers }) => identifiers === key);
  if (field === undefined) {
    const known = Object.hasOwn(values, key) ? values[key] : [];
    return { from, to, items: (known ?? []).map((text): Proposal => ({ kind: 'value', text })) };
  }
  // The rest of the identifier that was there is replaced too.
  const end = to + (/^[\w-]*/.exec(source.slice(to))?.[0].length ?? 0);
  const items = referencesOfItem(references, field.item).map(({ guid, name }): Proposal => ({
    kind: 'value',
    text: guid,
    label: name,
    detail: guid,
    edits: nameEdits(source, front, field, name),
  }));
  return { from, to: end, items };
}

/** The line with the name of the object, if the rule refers to one. */
function nameEdits(
  source: string,
  { yaml }: FrontMatter,
  { names, identifiers }: ReferenceField,
  name: string,
): readonly TextEdit[] {
  if (identifiers.endsWith('s')) return [];
  const found = new RegExp(`^${names}: .*$`, 'm').exec(source.slice(yaml.from, yaml.to));
  if (found === null) return [];
  const from = yaml.from + found.index;
  return [{ from, to: from + found[0].length, newText: `${names}: ${inYaml(name)}` }];
}
