import type { FastifyRequest } from 'fastify';
import { isGuid } from '../../core/interface/guid';
import { invalidArgument, invalidParameterType, nullArgument } from '../errors';
import { maxItems, parseForm, partsOf } from './bodies';

/** The parameters of one request; each method throws the interface's error. */
export class Parameters {
  /** Unchecked parameters by name: strings from a form or URL, any value from JSON. */
  constructor(private readonly values: ReadonlyMap<string, unknown>) {}

  /** Undefined if it is absent, null or empty, which a form cannot distinguish. */
  text(name: string): string | undefined {
    const value = this.values.get(name);
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'string') return checkedText(name, value);
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    throw invalidArgument(`'${name}' parameter should be string type`);
  }

  requiredText(name: string): string {
    return required(name, this.text(name));
  }

  /** `true`, `false`, `t`, `f`, `1` and `0`, ignoring case. */
  boolean(name: string): boolean | undefined {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return undefined;
    if (['true', 't', '1'].includes(value)) return true;
    if (['false', 'f', '0'].includes(value)) return false;
    throw invalidArgument(`'${name}' parameter should be boolean type`);
  }

  /** Comma-separated, repeated, or a JSON array. Blank items are ignored; undefined if none is left. */
  list(name: string): string[] | undefined {
    const value = this.values.get(name);
    const args: readonly unknown[] = Array.isArray(value) ? value : [value];
    const items = args.flatMap((item) => listItems(name, item));
    return items.length === 0 ? undefined : items;
  }

  guid(name: string): string | undefined {
    const value = this.text(name);
    return value === undefined ? undefined : checkedGuid(name, value);
  }

  requiredGuid(name: string): string {
    return required(name, this.guid(name));
  }

  /** Without duplicates, in the given order. */
  requiredGuids(name: string): string[] {
    const values = required(name, this.list(name));
    return [...new Set(values.map((value) => checkedGuid(name, value)))];
  }

  /** An integer of any size; undefined if absent. `onFailure` creates the error for an invalid one. */
  integer(name: string, onFailure: () => Error): bigint | undefined {
    const value = this.text(name)?.trim();
    if (value === undefined || value === '') return undefined;
    if (!/^[+-]?\d{1,30}$/.test(value)) throw onFailure();
    return BigInt(value);
  }

  /** All parameters, unchecked. */
  entries(): Iterable<[string, unknown]> {
    return this.values.entries();
  }
}

/** The value of a parameter that must not be absent. */
export function required<Value>(name: string, value: Value | undefined): Value {
  if (value === undefined) throw nullArgument(name);
  return value;
}

/** The parameters of the query string. */
export function queryParameters(request: FastifyRequest): Parameters {
  const address = request.raw.url ?? '';
  const start = address.indexOf('?');
  return new Parameters(start < 0 ? new Map() : parseForm(address.slice(start + 1)));
}

/** The parameters of the body; empty without one. */
export function bodyParameters(request: FastifyRequest): Parameters {
  return new Parameters(request.body instanceof Map ? request.body : new Map<string, unknown>());
}

/** The path parameter `:name` of the route. */
export function pathParameter(request: FastifyRequest, name: string): string {
  return pathParameters(request).requiredText(name);
}

export function pathGuid(request: FastifyRequest): string {
  return pathParameters(request).requiredGuid('guid');
}

export function pathParameters(request: FastifyRequest): Parameters {
  const values: unknown = request.params;
  return new Parameters(new Map(typeof values === 'object' && values !== null ? Object.entries(values) : []));
}

function checkedGuid(name: string, value: string): string {
  if (!isGuid(value)) throw invalidParameterType(`${name} should be guid type.`);
  return value.toLowerCase();
}

function listItems(name: string, item: unknown): string[] {
  if (item === undefined || item === null) return [];
  if (typeof item !== 'string') throw invalidArgument(`'${name}' parameter should be list type`);
  const items = Array.from(partsOf(checkedText(name, item), ',', maxItems), (part) => part.trim());
  return items.filter((part) => part !== '');
}

/** The engine's texts end at a NUL, and a lone surrogate has no UTF-8 form, so neither can be stored. */
const unstorable = /[\0\p{Surrogate}]/u;

function checkedText(name: string, text: string): string {
  if (unstorable.test(text)) {
    throw invalidArgument(`'${name}' parameter should not contain invalid characters`);
  }
  return text;
}
