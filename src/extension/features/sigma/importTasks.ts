import type { ImportTask, RuleProgress } from '../../../core/pages/sigmaImport';

/** Milliseconds between two progress messages. */
const flushed = 100;

/** Reports how far a task is; it may have several parts. */
export type Advance = (done: number, total: number, kind?: ImportTask['kind']) => void;
export type Note = (rule: number, change: Partial<Pick<RuleProgress, 'trial' | 'result'>>) => void;
export type RuleWork = (note: Note, signal: AbortSignal) => Promise<void>;

/** The task of an import panel, one at a time, and the progress of each rule, which is posted in batches. */
export class ImportTasks {
  #task: { shown: ImportTask; readonly abort: AbortController } | undefined;
  readonly #progress = new Map<number, RuleProgress>();
  /** Rules whose progress has not been posted yet. */
  readonly #changed = new Set<number>();
  #flush: NodeJS.Timeout | undefined;

  constructor(
    private readonly post: {
      readonly state: () => void;
      readonly progress: (changes: RuleProgress[]) => void;
    },
  ) {}

  get shown(): ImportTask | null {
    return this.#task?.shown ?? null;
  }

  get progress(): RuleProgress[] {
    return [...this.#progress.values()];
  }

  /** Does nothing while another task is running: the page disables its actions then. */
  async run(
    kind: ImportTask['kind'],
    work: (signal: AbortSignal, advance: Advance) => Promise<void>,
    total = 0,
  ): Promise<void> {
    if (this.#task) return;
    const shown: ImportTask = { kind, done: 0, total, isCanceling: false };
    const task = { shown, abort: new AbortController() };
    this.#task = task;
    this.post.state();
    try {
      await work(task.abort.signal, (done, of, next = kind) => {
        task.shown = { ...task.shown, kind: next, done, total: of };
        this.#flush ??= setTimeout(() => this.#post(), flushed);
      });
    } finally {
      this.#task = undefined;
      this.#post();
    }
  }

  /**
   * A task that notes the progress of this number of rules. Its questions are part of it: meanwhile, no other task
   * begins and the list of rules stays the same.
   */
  async runOnRules(kind: ImportTask['kind'], total: number, prepare: () => Promise<RuleWork>): Promise<void> {
    let done = 0;
    await this.run(
      kind,
      async (signal, advance) => {
        const work = await prepare();
        // It may have been canceled while a question was open.
        signal.throwIfAborted();
        await work((rule, change) => {
          const before = this.#progress.get(rule) ?? { rule, trial: null, result: null };
          this.#progress.set(rule, { ...before, ...change });
          this.#changed.add(rule);
          if (change.trial?.state !== 'running') done += 1;
          advance(done, total);
        }, signal);
      },
      total,
    );
  }

  cancel(): void {
    if (!this.#task) return;
    this.#task.shown = { ...this.#task.shown, isCanceling: true };
    this.#task.abort.abort();
    this.post.state();
  }

  /** For a new list of rules. */
  forgetProgress(): void {
    this.#progress.clear();
  }

  #post(): void {
    clearTimeout(this.#flush);
    this.#flush = undefined;
    const changes = [...this.#changed].flatMap((rule) => this.#progress.get(rule) ?? []);
    this.#changed.clear();
    if (changes.length > 0) this.post.progress(changes);
    this.post.state();
  }
}
