import { EventEmitter } from 'node:events';

/** A caller's signal and a time limit in one signal, which also tells which of the two it was. */
export class Deadline implements Disposable {
  readonly signal = new Abort();
  passed = false;
  /** On the clock of `performance.now()`. */
  end: number;
  readonly #forward: (() => void) | undefined;

  constructor(
    readonly timeout: number,
    readonly caller: AbortSignal | undefined,
  ) {
    if (caller !== undefined) {
      caller.throwIfAborted();
      this.#forward = () => {
        this.signal.abort();
      };
      caller.addEventListener('abort', this.#forward);
    }
    this.end = performance.now() + timeout;
    watch(this);
  }

  /** Restarts the countdown, for example when a part of a long response has arrived. */
  restart(): void {
    this.end = performance.now() + this.timeout;
  }

  pass(): void {
    this.passed = true;
    this.signal.abort();
  }

  [Symbol.dispose](): void {
    watched.delete(this);
    if (this.#forward !== undefined) this.caller?.removeEventListener('abort', this.#forward);
  }
}

/** Passed to undici instead of an `AbortSignal`, which would cost more than the rest of a small request. */
class Abort extends EventEmitter {
  aborted = false;

  abort(): void {
    this.aborted = true;
    this.emit('abort');
  }
}

const watched = new Set<Deadline>();
let timer: NodeJS.Timeout | undefined;
let timerEnd = Infinity;
/** Beyond this, timers go off at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * One timer looks after all deadlines and stays when the last has gone: starting and stopping one for each
 * request would be a good part of what a small request costs.
 */
function watch(deadline: Deadline): void {
  watched.add(deadline);
  if (deadline.end < timerEnd) wakeAt(deadline.end);
}

function wakeAt(moment: number): void {
  clearTimeout(timer);
  timerEnd = moment;
  const left = Math.ceil(moment - performance.now());
  timer = setTimeout(passThoseDue, Math.min(Math.max(1, left), longestTimer));
  // What is under way holds the process by its connection.
  timer.unref();
}

function passThoseDue(): void {
  const now = performance.now();
  timerEnd = Infinity;
  let next = Infinity;
  for (const deadline of watched) {
    if (deadline.end > now) next = Math.min(next, deadline.end);
    else {
      watched.delete(deadline);
      deadline.pass();
    }
  }
  if (next < timerEnd) wakeAt(next);
}
