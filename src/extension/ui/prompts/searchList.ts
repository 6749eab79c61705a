import type { QuickPick, QuickPickItem } from 'vscode';
import { plainText } from '../../../core/privacy/plainText';
import { describeFailure } from '../failures/failureText';
import { shownOfTotal } from '../format/formatTimestamp';
import { isCancellation } from './canceled';
import type { Choice, SearchQuestion } from './prompts';

/** The milliseconds without typing after which a search starts. */
const pause = 250;

type Shown<Item extends QuickPickItem> = Pick<
  QuickPick<Item>,
  'value' | 'title' | 'placeholder' | 'items' | 'selectedItems' | 'busy'
>;

/** Fills a list with the items of a search; only the latest search does. */
export class SearchList<Value, Item extends QuickPickItem> {
  #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #active: Item | undefined;

  constructor(
    private readonly pick: Shown<Item>,
    private readonly question: SearchQuestion<Value>,
    private readonly toItem: (choice: Choice<Value>) => Item,
  ) {}

  start(): void {
    this.#abort = new AbortController();
    void this.#fill(this.#abort.signal);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
  }

  /** The user has typed. */
  restart(): void {
    this.stop();
    this.#active = undefined;
    this.#timer = setTimeout(() => this.start(), pause);
  }

  setActive(item: Item | undefined): void {
    this.#active = item ?? this.#active;
  }

  /** Enter pressed while a search replaces the list selects an item that is no longer in it. */
  selected(many: boolean): readonly Item[] {
    const items = this.pick.selectedItems;
    return items.length > 0 || many || this.#active === undefined ? items : [this.#active];
  }

  async #fill(signal: AbortSignal): Promise<void> {
    const { pick, question } = this;
    pick.busy = true;
    try {
      const keywords = pick.value.trim() || undefined;
      const { choices, total, matching = choices.length } = await question.find(keywords, signal);
      if (signal.aborted) return;
      pick.title = plainText(question.title);
      this.#show(choices.map((choice) => ({ ...this.toItem(choice), alwaysShow: true })));
      pick.placeholder = shownOfTotal(matching, total);
    } catch (error) {
      if (signal.aborted || isCancellation(error)) return;
      pick.items = [];
      // The title stays visible while the user types.
      pick.title = plainText(describeFailure(error).sentence);
    } finally {
      if (!signal.aborted) pick.busy = false;
    }
  }

  /** Checked items stay checked even if they do not match the new text. */
  #show(found: readonly Item[]): void {
    const selected = this.pick.selectedItems;
    const kept = selected.filter((item) => !found.some((other) => other.label === item.label));
    this.pick.items = [...kept, ...found];
    this.pick.selectedItems = this.pick.items.filter((item) =>
      selected.some((other) => other.label === item.label),
    );
  }
}
