import type { PlatformClient } from '../../../core/api/client';
import { bigintAsText, inStableOrder } from '../../../core/base/json';
import { listedNames } from '../../../core/base/listedNames';
import { t } from '../../../core/base/localize';
import type { RawRecord } from '../../../core/interface/optional';
import { ellipsized } from '../../../core/privacy/plainText';
import { setByPlatform } from '../../../core/project/ruleFields';
import type { Rule, RuleSnapshot, RuleVersion } from '../../../core/interface/rule';
import { listedVersions, readRule, readVersion } from './pickRule';
import type { RuleTarget } from '../../ui/access';
import { ruleItemLabel } from '../../ui/format/ruleItemLabel';
import { referencesOf, withShownPeople } from './ruleTexts';

/** The data for a preview; undefined where the platform does not support it. */
export interface RestorePreview {
  readonly version: number;
  readonly current: Rule | undefined;
  readonly snapshot: RuleSnapshot | undefined;
  /** Newest first. */
  readonly versions: readonly RuleVersion[] | undefined;
}

/** Reads what the confirmation shows. */
export async function previewRestore(
  client: PlatformClient,
  target: RuleTarget,
  version: number,
  signal: AbortSignal,
): Promise<RestorePreview> {
  const [current, snapshot, versions] = await Promise.all([
    readRule(client, target, signal),
    readVersion(client, target, version, signal),
    listedVersions(client, target, signal),
  ]);
  return { version, current, snapshot, versions };
}

const maxNamed = 20;

/** What the restore would change and require, and what happens to the current version. */
export function restorePreviewText(
  target: RuleTarget,
  { current, snapshot, versions }: RestorePreview,
): string {
  const parts: string[] = [];
  if (snapshot === undefined || current === undefined) {
    parts.push(
      t('This platform does not provide the content of versions, so the changes cannot be previewed.'),
    );
  } else {
    const changed = changes(withShownPeople(current.raw), withShownPeople(snapshot.rule));
    parts.push(
      changed.length === 0
        ? t('The version is the same as the current rule. Only the version number would change.')
        : `${t('Changes:')}\n${listedNames(changed, maxNamed, '\n')}`,
    );
    parts.push(neededText(target, snapshot));
  }
  const newest = versions?.[0];
  if (newest !== undefined) {
    parts.push(
      t('A new version is created. The current rule stays available as version {0}.', newest.version),
    );
  }
  return parts.join('\n\n');
}

/**
 * The settings, including queries, in which two rules differ, without those that differ between a rule and its versions:
 * each with its old and new value where both are short.
 */
function changes(one: RawRecord, other: RawRecord): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => name !== 'enabled' && !setByPlatform.has(name))
    .filter((name) => jsonText(one[name]) !== jsonText(other[name]))
    .sort()
    .map((name) => {
      const [before, after] = [shortValue(one[name]), shortValue(other[name])];
      const isShown = before !== undefined && after !== undefined && before !== after;
      return isShown ? `${name}: ${before} → ${after}` : name;
    });
}

const maxValueLength = 40;

/** Undefined for a list or an object. */
function shortValue(value: unknown): string | undefined {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'object') return undefined;
  const text = typeof value === 'string' ? value : jsonText(value);
  return ellipsized(text.replace(/\s+/g, ' '), maxValueLength);
}

/** Treats null and absent alike. */
function jsonText(value: unknown): string {
  return JSON.stringify(inStableOrder(value ?? null), bigintAsText);
}

function neededText({ kind }: RuleTarget, { rule }: RuleSnapshot): string {
  const references = referencesOf(kind, withShownPeople(rule));
  if (references.length === 0) return t('The version has no references.');
  const named = references.map(({ item, name }) => `${ruleItemLabel(item)} “${name}”`);
  return t('All of these must still exist: {0}', listedNames(named, maxNamed));
}
