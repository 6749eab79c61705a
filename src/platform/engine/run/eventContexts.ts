import { readTimeSpan, secondsPerUnit } from '../../../core/language/values';
import { isJsonObject, tryParseJson } from '../../../core/base/json';

interface EventContext {
  counter: number;
  readonly created: number;
  /** When it ends in any case, and when it ends without another row; undefined for never. */
  readonly expires: number | undefined;
  times: number | undefined;
  readonly rows: string[];
  /** Mixed values, as texts. */
  readonly variables: Map<string, string>;
  /** In characters. */
  size: number;
}

interface OwnContexts {
  readonly byName: Map<string, EventContext>;
  /** Of all together. */
  size: number;
}

interface Limits {
  readonly expire?: string | undefined;
  readonly timeout?: string | undefined;
  readonly maxrows?: string | undefined;
}

export interface ListedContext {
  readonly name: string;
  readonly topic: string;
  readonly key: string;
  readonly counter: number;
  readonly created: number;
  readonly expire: number | undefined;
  readonly timeout: number | undefined;
  readonly rows: number;
}

const defaultRows = 10;
/** Per account; the oldest make room. */
const maxContexts = 100_000;
/** In characters, per account. */
const maxSize = 32 * 1024 * 1024;
/** About what a context takes in addition to its texts. */
const fixedSize = 500;

/** The event contexts of all accounts, by topic and key. They are lost with the process. */
export class EventContexts {
  readonly #byOwner = new Map<string, OwnContexts>();

  /** Creates or feeds a context with a row, as JSON. `limits` is JSON too. */
  add(owner: string, topic: string, key: string, limits: string, row: string): void {
    const { expire, timeout, maxrows }: Limits = asObject(tryParseJson(limits));
    const now = Date.now();
    const context = this.#find(owner, topic, key) ?? this.#create(owner, topic, key, timeAfter(now, expire));
    context.counter += 1;
    context.times = timeAfter(now, timeout);
    const hasPlace = context.rows.length < Number(maxrows ?? defaultRows);
    if (hasPlace && this.#grow(owner, context, row.length)) context.rows.push(row);
  }

  #create(owner: string, topic: string, key: string, expires: number | undefined): EventContext {
    const context: EventContext = {
      counter: 0,
      created: Date.now(),
      expires,
      times: undefined,
      rows: [],
      variables: new Map<string, string>(),
      size: 0,
    };
    const name = nameOf(topic, key);
    this.#of(owner).byName.set(name, context);
    this.#grow(owner, context, name.length + fixedSize);
    return context;
  }

  /** Others make room, the oldest first. False if a context alone would be too large. */
  #grow(owner: string, context: EventContext, size: number): boolean {
    if (context.size + size > maxSize) return false;
    const own = this.#of(owner);
    context.size += size;
    own.size += size;
    for (const [name, oldest] of own.byName) {
      if (own.size <= maxSize && own.byName.size <= maxContexts) break;
      if (oldest !== context) this.#forget(own, name);
    }
    return true;
  }

  #forget(own: OwnContexts, name: string): void {
    own.size -= own.byName.get(name)?.size ?? 0;
    own.byName.delete(name);
  }

  delete(owner: string, topic: string, key: string): void {
    this.#forget(this.#of(owner), nameOf(topic, key));
  }

  /** All of a topic, or of all topics. */
  drop(owner: string, topic: string | undefined): void {
    for (const { name } of this.list(owner, topic)) this.#forget(this.#of(owner), name);
  }

  list(owner: string, topic: string | undefined): readonly ListedContext[] {
    return [...this.#of(owner).byName.keys()].flatMap((name) => {
      const [one = '', key = ''] = JSON.parse(name) as readonly string[];
      const context = this.#find(owner, one, key);
      if (!context || one !== (topic ?? one)) return [];
      const { counter, created, expires, times, rows } = context;
      return [
        { name, topic: one, key, counter, created, expire: expires, timeout: times, rows: rows.length },
      ];
    });
  }

  /** A part of a context. */
  get(owner: string, topic: string, key: string, part: string): number | readonly string[] | undefined {
    const context = this.#find(owner, topic, key);
    if (!context) return undefined;
    const { counter, created, expires, times, rows } = context;
    const parts: Readonly<Record<string, number | readonly string[] | undefined>> = {
      ...{ counter, created, expire: expires, timeout: times, rows },
    };
    return Object.hasOwn(parts, part) ? parts[part] : undefined;
  }

  variable(owner: string, topic: string, key: string, name: string): string | undefined {
    return this.#find(owner, topic, key)?.variables.get(name);
  }

  /** False if there is no such context, or no room. */
  setVariable(owner: string, topic: string, key: string, name: string, value: string): boolean {
    const context = this.#find(owner, topic, key);
    const present = context?.variables.get(name);
    const grown = value.length - (present?.length ?? -name.length - fixedSize);
    if (!context || !this.#grow(owner, context, grown)) return false;
    context.variables.set(name, value);
    return true;
  }

  #of(owner: string): OwnContexts {
    const own = this.#byOwner.get(owner) ?? { byName: new Map<string, EventContext>(), size: 0 };
    this.#byOwner.set(owner, own);
    return own;
  }

  /** A context that has ended is none. */
  #find(owner: string, topic: string, key: string): EventContext | undefined {
    const context = this.#of(owner).byName.get(nameOf(topic, key));
    const isOver = context && Math.min(context.expires ?? Infinity, context.times ?? Infinity) <= Date.now();
    if (isOver) this.delete(owner, topic, key);
    return isOver ? undefined : context;
  }
}

function nameOf(topic: string, key: string): string {
  return JSON.stringify([topic, key]);
}

function asObject(value: unknown): Limits {
  return isJsonObject(value) ? value : {};
}

const secondsPerMonth = 30 * 86_400;

function timeAfter(now: number, span: string | undefined): number | undefined {
  const read = span === undefined ? undefined : readTimeSpan(span);
  if (read === undefined || typeof read === 'string') return undefined;
  return now + read.amount * (secondsPerUnit[read.unit] ?? secondsPerMonth) * 1000;
}
