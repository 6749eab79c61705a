import * as vscode from 'vscode';
import { isCancellation } from './cancelled';
import { describeFailure } from '../failures/failureText';
import { plainText } from '../../shared/plainText';
import type { SearchQuestion } from './prompts';
import { shownOfTotal } from './shownOfTotal';
import { setCommonOptions, toItem, untilAnswered } from './quickInput';
import type { ChoiceItem } from './quickInput';

const pause = 250;

/** Asks with items from a search; only the latest search fills the list. */
export async function askSearch<Value>(
  question: SearchQuestion<Value>,
  many: boolean,
): Promise<readonly Value[]> {
  const pick = vscode.window.createQuickPick<ChoiceItem<Value>>();
  setCommonOptions(pick, question);
  pick.canSelectMany = many;
  const search = new Search(pick, question);
  search.start();
  try {
    return await untilAnswered(pick, (answer) =>
      vscode.Disposable.from(
        pick.onDidChangeValue(() => search.schedule()),
        pick.onDidAccept(() => {
          if (pick.selectedItems.length > 0) answer(pick.selectedItems.map((item) => item.choice.value));
        }),
      ),
    );
  } finally {
    search.stop();
  }
}

class Search<Value> {
  #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly pick: vscode.QuickPick<ChoiceItem<Value>>,
    private readonly question: SearchQuestion<Value>,
  ) {}

  schedule(): void {
    this.stop();
    this.#timer = setTimeout(() => this.start(), pause);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
  }

  start(): void {
    this.#abort = new AbortController();
    void this.#fill(this.#abort.signal);
  }

  async #fill(signal: AbortSignal): Promise<void> {
    this.pick.busy = true;
    try {
      const {
        choices,
        total,
        matching = choices.length,
      } = await this.question.find(this.pick.value.trim() || undefined, signal);
      if (signal.aborted) return;
      this.pick.title = plainText(this.question.title);
      const chosen = this.pick.selectedItems;
      const found = choices.map((choice) => ({ ...toItem(choice), alwaysShow: true }));
      // Checked items stay checked even if they do not match the new text.
      const kept = chosen.filter((item) => !found.some((other) => other.label === item.label));
      this.pick.items = [...kept, ...found];
      this.pick.selectedItems = this.pick.items.filter((item) =>
        chosen.some((other) => other.label === item.label),
      );
      this.pick.placeholder = shownOfTotal(matching, total);
    } catch (error) {
      if (signal.aborted || isCancellation(error)) return;
      this.pick.items = [];
      // The title stays visible while the user types.
      this.pick.title = plainText(describeFailure(error).sentence);
    } finally {
      if (!signal.aborted) this.pick.busy = false;
    }
  }
}
