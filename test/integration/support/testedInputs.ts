import * as vscode from 'vscode';
import { replacing, together } from './replacing';

interface Validated {
  readonly message: string;
  readonly severity: vscode.InputBoxValidationSeverity;
}

interface Item extends vscode.QuickPickItem {
  readonly label: string;
}

/** A quick pick or an input box that the test controls. */
export class TestedInput {
  value = '';
  title: string | undefined;
  placeholder: string | undefined;
  prompt: string | undefined;
  step: number | undefined;
  totalSteps: number | undefined;
  password = false;
  busy = false;
  ignoreFocusOut = false;
  canSelectMany = false;
  buttons: readonly vscode.QuickInputButton[] = [];
  items: readonly Item[] = [];
  /** Undefined until it is set, as VS Code then activates the first item. */
  activeItems: readonly Item[] | undefined;
  selectedItems: readonly Item[] = [];
  validationMessage: Validated | undefined;
  shown = 0;
  disposed = false;
  readonly accepted = new vscode.EventEmitter<void>();
  readonly hidden = new vscode.EventEmitter<void>();
  readonly typed = new vscode.EventEmitter<string>();
  readonly activated = new vscode.EventEmitter<readonly Item[]>();
  readonly pressed = new vscode.EventEmitter<vscode.QuickInputButton>();
  readonly onDidAccept = this.accepted.event;
  readonly onDidHide = this.hidden.event;
  readonly onDidChangeValue = this.typed.event;
  readonly onDidChangeActive = this.activated.event;
  readonly onDidTriggerButton = this.pressed.event;

  show(): void {
    this.shown += 1;
  }

  hide(): void {
    this.hidden.fire();
  }

  dispose(): void {
    this.disposed = true;
  }

  /** Selects items by their labels and accepts them. */
  accept(...labels: readonly string[]): void {
    this.selectedItems = this.items.filter(({ label }) => labels.includes(label));
    this.accepted.fire();
  }

  type(text: string): void {
    this.value = text;
    this.typed.fire(text);
  }
}

/** Every quick pick and input box that is created until the end of the scope, controlled by the test. */
export function testedInputs(): Disposable & {
  readonly inputs: readonly TestedInput[];
  readonly last: TestedInput;
} {
  const inputs: TestedInput[] = [];
  const create = (): never => {
    const input = new TestedInput();
    inputs.push(input);
    return input as unknown as never;
  };
  const replaced = together(
    replacing(vscode.window, 'createQuickPick', create),
    replacing(vscode.window, 'createInputBox', create),
  );
  return {
    inputs,
    get last() {
      const last = inputs.at(-1);
      if (last === undefined) throw new Error('Nothing was asked.');
      return last;
    },
    [Symbol.dispose]: () => replaced[Symbol.dispose](),
  };
}
