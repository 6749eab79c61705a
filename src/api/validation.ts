import { isGuid } from '../shared/wire/guid';
import { parseWireTime } from '../shared/wire/time';
import type { ScheduledQueryFields } from '../shared/wire/scheduledQuery';
import { InvalidRequestError } from './errors';

export const maximumNameLength = 255;
export const maximumDescriptionLength = 2000;
export const maximumInteger32 = 2_147_483_647;

const precedingActions = ['finished', 'succeeded', 'failed'];

export function checkPresent(value: string | undefined, parameter: string): void {
  if (value === undefined || value === '') {
    throw new InvalidRequestError('null-argument', `${parameter} should be not null`);
  }
}

export function checkGuid(value: string, parameter = 'guid'): string {
  if (!isGuid(value))
    throw new InvalidRequestError('invalid-param-type', `${parameter} should be guid type.`);
  return value;
}

export function checkGuids(guids: readonly string[]): readonly string[] {
  if (guids.length === 0) throw new InvalidRequestError('null-argument', 'guids should be not null');
  for (const guid of guids) checkGuid(guid, 'guids');
  return guids;
}

/** The rules of the interface for an update, in its order. */
export function checkScheduledQuery(fields: ScheduledQueryFields): void {
  checkPresent(fields.name, 'name');
  checkPresent(fields.query, 'query');
  checkPresent(fields.triggerType, 'trigger_type');
  checkLength(fields.name, 'name', maximumNameLength);
  checkLength(fields.description ?? '', 'description', maximumDescriptionLength);
  if (fields.triggerType === 'cron') checkPresent(fields.cronSchedule, 'cron_schedule');
  if (fields.triggerType === 'workflow') checkWorkflow(fields);
}

/** Offset and limit of a list: non-negative 32-bit integers. */
export function checkRange(range: { readonly offset?: number; readonly limit?: number }): void {
  checkInteger32(range.offset, 'offset');
  checkInteger32(range.limit, 'limit');
}

/** Offset and limit of audit logs and results: non-negative integers. */
export function checkLongRange(range: { readonly offset?: number; readonly limit?: number }): void {
  checkLong(range.offset, 'offset');
  checkLong(range.limit, 'limit');
}

export function checkVersion(version: number): number {
  if (!Number.isInteger(version) || Math.abs(version) > maximumInteger32) {
    throw new InvalidRequestError('invalid-param-type', 'version should be integer type');
  }
  return version;
}

export function checkQueryId(id: number): number {
  if (!Number.isInteger(id) || Math.abs(id) > maximumInteger32) {
    throw new InvalidRequestError('invalid-param-type', 'query id should be integer type');
  }
  return id;
}

/** Rejects an invalid time before it is sent. */
export function checkTime(text: string | undefined): string | undefined {
  if (text !== undefined && parseWireTime(text) === undefined) {
    throw new InvalidRequestError('invalid-argument', 'invalid date format');
  }
  return text;
}

function checkWorkflow(fields: ScheduledQueryFields): void {
  checkPresent(fields.precedingGuid, 'preceding_guid');
  checkGuid(fields.precedingGuid ?? '', 'preceding_guid');
  checkPresent(fields.precedingAction, 'preceding_action');
  if (!precedingActions.includes(fields.precedingAction ?? '')) {
    const message = "preceding_action value must be one of 'finished', 'succeeded', 'failed'.";
    throw new InvalidRequestError('invalid-argument', message);
  }
}

function checkLength(value: string, parameter: string, maximum: number): void {
  if (value.length > maximum) {
    const message = `'${parameter}' must be shorter than or equal to ${maximum} characters.`;
    throw new InvalidRequestError('invalid-argument', message);
  }
}

function checkInteger32(value: number | undefined, parameter: string): void {
  if (value === undefined) return;
  if (!Number.isInteger(value)) refuse(`'${parameter}' parameter should be int type`);
  if (value < 0) refuse(`'${parameter}' must be greater than or equal to 0.`);
  if (value > maximumInteger32) refuse(`'${parameter}' must be less than or equal to ${maximumInteger32}.`);
}

function checkLong(value: number | undefined, parameter: string): void {
  if (value === undefined) return;
  if (!Number.isSafeInteger(value)) refuse(`'${parameter}' parameter should be long type`);
  if (value < 0) refuse(`'${parameter}' must be greater than or equal to 0.`);
}

function refuse(message: string): never {
  throw new InvalidRequestError('invalid-argument', message);
}
