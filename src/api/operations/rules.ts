import { done, found, page } from '../../shared/wire/page';
import type { Page } from '../../shared/wire/page';
import { records } from '../../shared/wire/records';
import { restoreResult, rule, ruleSnapshot, ruleVersion } from '../../shared/wire/rule';
import type { RestoreResult, Rule, RuleKind, RuleSnapshot, RuleVersion } from '../../shared/wire/rule';
import type { Operation } from '../operation';
import { checkGuid, checkNumber, checkRange } from '../validation';
import type { ListQuery } from './scheduledQueries';

// Created once, because building a schema costs more than using it.
const rulesPage = page('rules', records(rule));
const ruleFound = found('rule', rule);
const versionsPage = page('versions', records(ruleVersion));
const versionFound = found('version', ruleSnapshot);

export function listRules(kind: RuleKind, query: ListQuery): Operation<Page<Rule>> {
  checkRange(query);
  return {
    method: 'GET',
    path: [resource(kind)],
    query: { ...query },
    role: 'MEMBER',
    answer: rulesPage,
    optional: `${kind}Rules`,
  };
}

export function getRule(kind: RuleKind, guid: string): Operation<Rule | undefined> {
  return {
    method: 'GET',
    path: [resource(kind), checkGuid(guid)],
    role: 'MEMBER',
    answer: ruleFound,
  };
}

export function listRuleVersions(kind: RuleKind, guid: string): Operation<Page<RuleVersion>> {
  return {
    method: 'GET',
    path: [resource(kind), checkGuid(guid), 'versions'],
    role: 'MEMBER',
    answer: versionsPage,
    optional: `${kind}RuleVersions`,
  };
}

export function getRuleVersion(
  kind: RuleKind,
  guid: string,
  version: number,
): Operation<RuleSnapshot | undefined> {
  return {
    method: 'GET',
    path: [resource(kind), checkGuid(guid), 'versions', checkNumber(version, 'version')],
    role: 'MEMBER',
    answer: versionFound,
    optional: `${kind}RuleVersion`,
  };
}

/** A version that can no longer be restored is a result with failures, not an error. */
export function restoreRuleVersion(kind: RuleKind, guid: string, version: number): Operation<RestoreResult> {
  return {
    method: 'POST',
    path: [resource(kind), checkGuid(guid), 'versions', checkNumber(version, 'version'), 'restore'],
    role: 'ADMIN',
    answer: restoreResult,
  };
}

export function switchRule(kind: RuleKind, guid: string, enabled: boolean): Operation<undefined> {
  return {
    method: 'POST',
    path: [resource(kind), checkGuid(guid), enabled ? 'enable' : 'disable'],
    role: 'ADMIN',
    answer: done,
  };
}

function resource(kind: RuleKind): string {
  return `${kind}-rules`;
}
