import { done, found, page } from '../../interface/listPage';
import type { Page } from '../../interface/listPage';
import { records } from '../../interface/records';
import { createdGuid } from '../../interface/scheduledQuery';
import { restoreResult, rule, ruleSnapshot, ruleVersion } from '../../interface/rule';
import type { RestoreResult, Rule, RuleKind, RuleSnapshot, RuleVersion } from '../../interface/rule';
import { ruleReference } from '../../interface/ruleReferences';
import type { RuleReference } from '../../interface/ruleReferences';
import { operation } from '../operation';
import type { Fields, Operation } from '../operation';
import { checkGuid, checkNumber, checkRange } from '../validation';
import type { ListQuery } from './scheduledQueries';

// Created once, because building a schema costs more than using it.
const rulesPage = page('rules', records(rule));
const referencesPage = page('references', records(ruleReference));
const ruleFound = found('rule', rule);
const versionsPage = page('versions', records(ruleVersion));
const versionFound = found('version', ruleSnapshot);

export function listRules(kind: RuleKind, query: ListQuery): Operation<Page<Rule>> {
  checkRange(query);
  const more = { query: { ...query }, optional: `${kind}Rules` } as const;
  return operation('GET', [resource(kind)], 'MEMBER', rulesPage, more);
}

/** The objects that rules can refer to. */
export function listRuleReferences(query: ListQuery): Operation<Page<RuleReference>> {
  checkRange(query);
  const more = { query: { ...query }, optional: 'ruleReferences' } as const;
  return operation('GET', ['rule-references'], 'MEMBER', referencesPage, more);
}

export function getRule(kind: RuleKind, guid: string): Operation<Rule | undefined> {
  return operation('GET', [resource(kind), checkGuid(guid)], 'MEMBER', ruleFound);
}

export function listRuleVersions(kind: RuleKind, guid: string): Operation<Page<RuleVersion>> {
  const path = [resource(kind), checkGuid(guid), 'versions'];
  return operation('GET', path, 'MEMBER', versionsPage, { optional: `${kind}RuleVersions` });
}

export function getRuleVersion(
  kind: RuleKind,
  guid: string,
  version: number,
): Operation<RuleSnapshot | undefined> {
  const path = [resource(kind), checkGuid(guid), 'versions', checkNumber(version, 'version')];
  return operation('GET', path, 'MEMBER', versionFound, { optional: `${kind}RuleVersion` });
}

/** A version that can no longer be restored is a result with failures, not an error. */
export function restoreRuleVersion(kind: RuleKind, guid: string, version: number): Operation<RestoreResult> {
  const path = [resource(kind), checkGuid(guid), 'versions', checkNumber(version, 'version'), 'restore'];
  return operation('POST', path, 'ADMIN', restoreResult);
}

/** The platform may not return the GUID. */
export function createRule(kind: RuleKind, form: Fields): Operation<string | undefined> {
  return operation('POST', [resource(kind)], 'ADMIN', createdGuid, { form });
}

/** Replaces the configuration of the rule, and makes a version. */
export function updateRule(kind: RuleKind, guid: string, form: Fields): Operation<undefined> {
  return operation('PUT', [resource(kind), checkGuid(guid)], 'ADMIN', done, { form });
}

export function switchRule(kind: RuleKind, guid: string, enabled: boolean): Operation<undefined> {
  const path = [resource(kind), checkGuid(guid), enabled ? 'enable' : 'disable'];
  return operation('POST', path, 'ADMIN', done);
}

function resource(kind: RuleKind): string {
  return `${kind}-rules`;
}
