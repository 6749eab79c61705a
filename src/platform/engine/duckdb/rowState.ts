import { EventContexts } from '../run/eventContexts';
import type { OwnFunction, StateFunction } from './ownFunctions';
import { ranks } from './printMixed';

/** Of all values, in characters. */
const maxRemembered = 16 * 1024 * 1024;

/** What rows leave for those after them: values of parameters, and event contexts. */
export class RowState {
  readonly contexts = new EventContexts();
  readonly #remembered = new Map<string, string>();
  #size = 0;

  /** The functions of SQL on it. Values are mixed ones, as texts. */
  readonly functions = {
    remember: {
      parameters: 2,
      varies: true,
      run: (name = '', value = '') => {
        this.#forget(name);
        this.#remembered.set(name, value);
        this.#size += value.length;
        for (const oldest of this.#remembered.keys()) {
          if (this.#size <= maxRemembered) break;
          this.#forget(oldest);
        }
        return 'true';
      },
    },
    remembered: {
      parameters: 1,
      varies: true,
      run: (name = '') => this.#remembered.get(name),
    },
    feed: {
      parameters: 6,
      varies: true,
      run: (action = '', owner = '', topic = '', key = '', limits = '', row = '') => {
        if (action === 'add') this.contexts.add(owner, topic, key, limits, row);
        else if (action === 'delete') this.contexts.delete(owner, topic, key);
        return 'true';
      },
    },
    context: {
      parameters: 4,
      varies: true,
      run: (owner = '', topic = '', key = '', part = '') =>
        mixed(part, this.contexts.get(owner, topic, key, part)),
    },
    variable: {
      parameters: 4,
      varies: true,
      run: (owner = '', topic = '', key = '', name = '') => this.contexts.variable(owner, topic, key, name),
    },
    setvariable: {
      parameters: 5,
      varies: true,
      run: (owner = '', topic = '', key = '', name = '', value = '') =>
        String(this.contexts.setVariable(owner, topic, key, name, value)),
    },
  } satisfies Readonly<Record<StateFunction, OwnFunction>>;

  #forget(name: string): void {
    this.#size -= this.#remembered.get(name)?.length ?? 0;
    this.#remembered.delete(name);
  }
}

function mixed(part: string, value: number | readonly string[] | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number') return JSON.stringify({ k: ranks.list, t: `[${value.join(',')}]` });
  if (part === 'counter') return JSON.stringify({ k: ranks.number, d: value, i: value });
  return JSON.stringify({ k: ranks.date, d: value, i: value * 1000 });
}
