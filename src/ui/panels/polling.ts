import type { Disposable, Event, WindowState } from 'vscode';
import type { Connection } from '../connections/connection';
import { PollScheduler } from './pollScheduler';

/** Milliseconds without focus after which a window counts as unattended. */
const awayAfter = 60_000;

/** All polling of this window, with one scheduler per connection. */
export class Polling implements Disposable {
  readonly #schedulers = new Map<string, PollScheduler>();
  readonly #listeners = new Set<() => void>();
  readonly #focus: Disposable;
  #leaving: NodeJS.Timeout | undefined;
  #away = false;

  constructor(
    private readonly interval: () => number,
    onDidChangeWindowState: Event<Pick<WindowState, 'focused'>>,
  ) {
    this.#focus = onDidChangeWindowState(({ focused }) => this.#watchFocus(focused));
  }

  /** The user has returned to the window or left it for a while; panels pause in between. */
  onDidChangeAway(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  /** Whether a panel is visible and its window is attended. */
  canSee({ visible }: { readonly visible: boolean }): boolean {
    return visible && !this.#away;
  }

  schedulerOf({ name }: Pick<Connection, 'name'>): PollScheduler {
    const known = this.#schedulers.get(name);
    if (known) return known;
    const scheduler = new PollScheduler({ interval: this.interval, random: Math.random });
    this.#schedulers.set(name, scheduler);
    return scheduler;
  }

  dispose(): void {
    clearTimeout(this.#leaving);
    this.#focus.dispose();
    for (const scheduler of this.#schedulers.values()) scheduler.dispose();
  }

  #watchFocus(focused: boolean): void {
    clearTimeout(this.#leaving);
    if (focused) this.#tell(false);
    else this.#leaving = setTimeout(() => this.#tell(true), awayAfter);
  }

  #tell(away: boolean): void {
    if (away === this.#away) return;
    this.#away = away;
    for (const listener of this.#listeners) listener();
  }
}
