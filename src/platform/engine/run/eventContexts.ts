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

/** The event contexts of all accounts, by topic and key. They are lost with the process. */
export class EventContexts {
  readonly #byOwner = new Map<string, Map<string, EventContext>>();

  /** Creates or feeds a context with a row, as JSON. `limits` is JSON too. */
  add(owner: string, topic: string, key: string, limits: string, row: string): void {
    const { expire, timeout, maxrows }: Limits = asObject(tryParseJson(limits));
    const now = Date.now();
    const own = this.#of(owner);
    const context = this.#find(owner, topic, key) ?? {
      counter: 0,
      created: now,
      expires: timeAfter(now, expire),
      times: undefined,
      rows: [],
      variables: new Map<string, string>(),
    };
    context.counter += 1;
    context.times = timeAfter(now, timeout);
    if (context.rows.length < Number(maxrows ?? defaultRows)) context.rows.push(row);
    own.set(nameOf(topic, key), context);
    const [oldest] = own.keys();
    if (own.size > maxContexts && oldest !== undefined) own.delete(oldest);
  }

  delete(owner: string, topic: string, key: string): void {
    this.#of(owner).delete(nameOf(topic, key));
  }

  /** All of a topic, or of all topics. */
  drop(owner: string, topic: string | undefined): void {
    for (const { name } of this.list(owner, topic)) this.#of(owner).delete(name);
  }

  list(owner: string, topic: string | undefined): readonly ListedContext[] {
    return [...this.#of(owner).keys()].flatMap((name) => {
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

  variables(owner: string, topic: string, key: string): Map<string, string> | undefined {
    return this.#find(owner, topic, key)?.variables;
  }

  #of(owner: string): Map<string, EventContext> {
    const own = this.#byOwner.get(owner) ?? new Map<string, EventContext>();
    this.#byOwner.set(owner, own);
    return own;
  }

  /** A context that has ended is none. */
  #find(owner: string, topic: string, key: string): EventContext | undefined {
    const context = this.#of(owner).get(nameOf(topic, key));
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
