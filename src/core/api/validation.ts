import { isGuid } from '../interface/guid';
import { maxInt32 } from '../base/integers';
import { maxRetention, tableNamePattern } from '../interface/tableValues';
import { parseWireTime } from '../interface/time';
import { maxDescriptionLength, maxNameLength, precedingActions } from '../interface/scheduledQueryFields';
import type { ScheduledQueryFields } from '../interface/scheduledQueryFields';
import { InvalidRequestError } from './errors';

export function checkPresent(value: string | undefined, parameter: string): string {
  if (value === undefined || value === '') {
    throw new InvalidRequestError('null-argument', `${parameter} should be not null`);
  }
  return value;
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
  checkLength(fields.name, 'name', maxNameLength);
  checkLength(fields.description ?? '', 'description', maxDescriptionLength);
  if (fields.triggerType === 'cron') checkPresent(fields.cronSchedule, 'cron_schedule');
  if (fields.triggerType === 'workflow') checkWorkflow(fields);
}

/** Offset and limit of a list: non-negative 32-bit integers. */
export function checkRange(range: { readonly offset?: number; readonly limit?: number }): void {
  for (const parameter of ['offset', 'limit'] as const) {
    checkLong(range[parameter], parameter, 'int');
    if ((range[parameter] ?? 0) > maxInt32)
      reject(`'${parameter}' must be less than or equal to ${maxInt32}.`);
  }
}

/** Offset and limit of audit logs and results: non-negative integers. */
export function checkLongRange(range: { readonly offset?: number; readonly limit?: number }): void {
  checkLong(range.offset, 'offset');
  checkLong(range.limit, 'limit');
}

/** An identifier in a path: a 32-bit integer. */
export function checkNumber(value: number, parameter: 'version' | 'query id'): number {
  if (!Number.isInteger(value) || Math.abs(value) > maxInt32) {
    throw new InvalidRequestError('invalid-param-type', `${parameter} should be integer type`);
  }
  return value;
}

/** The name of a new table. */
export function checkTableName(name: string): void {
  checkPresent(name, 'table');
  if (!tableNamePattern.test(name))
    reject("'table' must be 1 to 50 letters, digits, '_' or '-', a letter first.");
}

export function checkRetention(days: number, parameter: 'retention' | 'period'): number {
  checkLong(days, parameter, 'int');
  if (days > maxRetention) reject(`'${parameter}' must be less than or equal to ${maxRetention}.`);
  return days;
}

/** Rejects an invalid time before it is sent. */
export function checkTime(text: string | undefined): string | undefined {
  if (text !== undefined && parseWireTime(text) === undefined) reject('invalid date format');
  return text;
}

function checkWorkflow(fields: ScheduledQueryFields): void {
  checkGuid(checkPresent(fields.precedingGuid, 'preceding_guid'), 'preceding_guid');
  const action = checkPresent(fields.precedingAction, 'preceding_action');
  if (!precedingActions.some((documented) => documented === action)) {
    reject("preceding_action value must be one of 'finished', 'succeeded', 'failed'.");
  }
}

function checkLength(value: string, parameter: string, maximum: number): void {
  if (value.length > maximum) {
    reject(`'${parameter}' must be shorter than or equal to ${maximum} characters.`);
  }
}

function checkLong(value: number | undefined, parameter: string, type: 'int' | 'long' = 'long'): void {
  if (value === undefined) return;
  const isWhole = type === 'int' ? Number.isInteger(value) : Number.isSafeInteger(value);
  if (!isWhole) reject(`'${parameter}' parameter should be ${type} type`);
  if (value < 0) reject(`'${parameter}' must be greater than or equal to 0.`);
}

function reject(message: string): never {
  throw new InvalidRequestError('invalid-argument', message);
}
