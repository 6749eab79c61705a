import { isGuid } from '../../core/interface/guid';
import type { RuleKind } from '../../core/interface/rule';
import { referenceFields } from '../../core/interface/ruleReferences';
import { illegalState, invalidArgument } from '../errors';
import { maxInt32 } from '../../core/base/integers';
import { oneOf, shortText, wholeNumber } from '../http/checks';
import type { Parameters } from '../http/requestParameters';
import type { References } from '../store/references';
import { missingReferences, withReferenceNames } from './missingReferences';
import type { RuleConfiguration } from './missingReferences';

/** Parses a rule from a request: known fields with their types, unknown ones unchanged. */
export function parseRule(
  kind: RuleKind,
  parameters: Parameters,
  references: References,
): RuleConfiguration & { readonly name: string } {
  const name = parameters.requiredText('name');
  shortText('name', name, maxNameLength);
  shortText('description', parameters.text('description') ?? '', maxDescriptionLength);
  for (const [field, allowed] of Object.entries(choices)) {
    const value = parameters.text(field);
    if (value !== undefined) oneOf(field, value, allowed);
  }
  const fields = [...parameters.entries()]
    .filter(([field]) => !setByPlatform.has(field))
    .map(([field, value]) => [field, fieldValue(parameters, field, value)] as const)
    .filter(([, value]) => value !== undefined);
  const configuration: RuleConfiguration = Object.fromEntries(fields);
  checkReferences(kind, configuration, references);
  return { ...withReferenceNames(kind, configuration, references), name };
}

const maxNameLength = 255;
const maxDescriptionLength = 2000;
const maxDocumentLength = 1_000_000;

const choices: Readonly<Record<string, readonly string[]>> = {
  priority: ['LOW', 'MEDIUM', 'HIGH'],
  ticket_issue_cond: ['NEVER', 'ETIR_THRESHOLD', 'ALWAYS'],
};

/** Not part of the configuration; ignored, so that clients can send back a whole record. */
const setByPlatform = new Set(['guid', 'enabled', 'user_name', 'created', 'updated', 'version_description']);

const lists = new Set([
  'ticket_assignee_guids',
  'logger_guids',
  'logger_model_guids',
  'mitre_tactics',
  'mitre_techniques',
  'field_order',
]);

const documents = new Set(['commands']);

const numbers = new Set(['ticket_suppress_interval', 'event_suppress_interval']);

function fieldValue(parameters: Parameters, field: string, value: unknown): unknown {
  if (lists.has(field)) return parameters.list(field);
  if (numbers.has(field)) return wholeNumber(parameters, field, { type: 'int', largest: maxInt32 });
  if (documents.has(field)) return document(field, value);
  return typeof value === 'string' ? parameters.text(field) : (value ?? undefined);
}

/** Lists of objects are JSON in one form field. */
function document(field: string, value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  if (value === '') return undefined;
  shortText(field, value, maxDocumentLength);
  try {
    return JSON.parse(value);
  } catch {
    throw invalidArgument(`'${field}' parameter should be JSON`);
  }
}

function checkReferences(kind: RuleKind, configuration: RuleConfiguration, references: References): void {
  for (const { identifiers, item } of referenceFields[kind]) {
    const value = configuration[identifiers];
    const args: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (item === 'schema') continue;
    if (!args.every((guid) => guid === undefined || (typeof guid === 'string' && isGuid(guid)))) {
      throw invalidArgument(`${identifiers} should be guid type.`);
    }
  }
  const [missing] = missingReferences(kind, configuration, references);
  if (missing) throw illegalState(`${missing.item.replaceAll('_', ' ')} not found: ${missing.identifier}`);
}
