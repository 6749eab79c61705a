import type * as vscode from 'vscode';
import type { Integer64 } from '../../../core/base/integers';
import { isBackRequested } from './canceled';

/**
 * Every question the extension asks. A dismissed question rejects with `CanceledError`, the back button with
 * `BackRequested`, so that commands read from top to bottom. Tests replace it with scripted responses.
 */
export interface Prompts {
  pick<Value>(question: PickQuestion<Value>): Promise<Value>;
  pickMany<Value>(question: PickManyQuestion<Value>): Promise<readonly Value[]>;
  /** Like `pick`, with items that are searched while the user types. */
  search<Value>(question: SearchQuestion<Value>): Promise<Value>;
  searchMany<Value>(question: SearchQuestion<Value>): Promise<readonly Value[]>;
  input(question: InputQuestion): Promise<string>;
  /** Like `input`, for multi-line text. */
  editText(question: TextQuestion): Promise<string>;
  /** A modal question; returns the value of the pressed button. */
  confirm<Value>(question: ConfirmQuestion<Value>): Promise<Value>;
  /** A notification. Undefined if it was closed or has no buttons. */
  notify<Value>(notice: Notice<Value>): Promise<Value | undefined>;
  /** Paths of the file or folder to read, or of the file to write. */
  openFile(question: FileQuestion): Promise<string>;
  /** Writes the file that the user selects, and possibly others beside it. Streams to files of this machine. */
  saveFile<Result>(
    question: FileQuestion,
    write: (path: string) => Promise<Result>,
  ): Promise<SavedFile<Result>>;
  /** The path of a folder. */
  openFolder(question: Pick<Question, 'title'>): Promise<string>;
  /** Closes the pick or input box that is open, which may no longer have the focus, as Escape does. */
  dismiss(): void;
}

/** The position of a question in a flow. Created by `runSteps`; undefined for a single question. */
export interface StepPosition {
  readonly step: number;
  readonly total: number;
  readonly canGoBack: boolean;
}

export interface Question {
  /** The action and its target, for example "Add Connection". */
  readonly title: string;
  readonly placeholder?: string | undefined;
  readonly position?: StepPosition | undefined;
}

export interface Choice<Value> {
  readonly label: string;
  readonly description?: string | undefined;
  readonly detail?: string | undefined;
  /** The name of a codicon. */
  readonly icon?: string | undefined;
  readonly picked?: boolean | undefined;
  readonly value: Value;
}

export interface PickQuestion<Value> extends Question {
  readonly choices: readonly Choice<Value>[];
}

export interface PickManyQuestion<Value> extends PickQuestion<Value> {
  /** Closes the question when what it is about no longer exists; it is then canceled. */
  readonly signal?: AbortSignal | undefined;
  /** Whether an empty selection is valid; otherwise it cancels. */
  readonly allowNone?: boolean | undefined;
}

export interface SearchQuestion<Value> extends Question {
  /** Called when the user pauses typing; an older search is aborted. Failures are shown in the list. */
  readonly find: (keywords: string | undefined, signal: AbortSignal) => Promise<SearchResult<Value>>;
}

export interface SearchResult<Value> {
  readonly total: Integer64;
  readonly choices: readonly Choice<Value>[];
  /** The number of matches; by default the number of items. */
  readonly matching?: number | undefined;
}

export interface InputQuestion extends Question {
  readonly prompt?: string | undefined;
  readonly value?: string | undefined;
  readonly password?: boolean | undefined;
  /** Runs on every keystroke. */
  readonly validate?: ((text: string) => Validation) | undefined;
}

export interface TextQuestion extends Question {
  readonly value: string;
  /** Plain text if undefined. */
  readonly language?: 'logbench-query' | undefined;
  /** Called with the URI of the editor before it is shown. */
  readonly opened?: ((uri: vscode.Uri) => Promise<void>) | undefined;
  readonly validate: (text: string) => Validation;
}

/** Valid, valid with a hint, or the reason why it is invalid. */
export type Validation = undefined | { readonly information: string } | { readonly problem: string };

export interface Button<Value> {
  readonly label: string;
  readonly value: Value;
  /** Also returned when the question is closed, instead of Cancel. */
  readonly closes?: boolean | undefined;
}

export interface ConfirmQuestion<Value> {
  readonly message: string;
  readonly detail?: string | undefined;
  /** Cancel is added unless one of them has `closes`. */
  readonly buttons: readonly Button<Value>[];
}

export interface Notice<Value> {
  /** Information unless it says otherwise. */
  readonly severity?: 'information' | 'warning' | 'error' | undefined;
  readonly message: string;
  /** The location of a written file, which *Open* opens. */
  readonly file?: string | undefined;
  /** Names an account, which a notification leaves out because VS Code keeps it. */
  readonly isDialog?: boolean | undefined;
  readonly buttons?: readonly Button<Value>[] | undefined;
}

export interface SavedFile<Result> {
  /** A path, or the URI of a file that is not on this machine. */
  readonly location: string;
  /** What `write` has returned. */
  readonly result: Result;
}

export interface FileQuestion extends Pick<Question, 'title'> {
  /** File extensions by name, as in VS Code's dialogs. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  readonly defaultName?: string | undefined;
  /** Whether a copy of a file that is not on this machine does not suffice. */
  readonly isLocal?: boolean | undefined;
}

/** One question of a flow, which adds its result to the state. */
export interface Step<State> {
  readonly ask: (state: State, position: StepPosition) => Promise<State>;
  /** A step that does not apply is skipped and not counted. */
  readonly applies?: (state: State) => boolean;
}

/** Runs the steps in order; Back returns to the previous step with its input preserved. */
export async function runSteps<State>(steps: readonly Step<State>[], initial: State): Promise<State> {
  const trail: number[] = [];
  let state = initial;
  let index = nextStep(steps, state, -1);
  for (let step = steps[index]; step !== undefined; step = steps[index]) {
    try {
      state = await step.ask(state, positionOf(steps, state, index, trail.length));
      trail.push(index);
      index = nextStep(steps, state, index);
    } catch (error) {
      const previous = isBackRequested(error) ? trail.pop() : undefined;
      if (previous === undefined) throw error;
      index = previous;
    }
  }
  return state;
}

/** -1 after the last one. */
function nextStep<State>(steps: readonly Step<State>[], state: State, after: number): number {
  return steps.findIndex((step, index) => index > after && (step.applies?.(state) ?? true));
}

function positionOf<State>(
  steps: readonly Step<State>[],
  state: State,
  index: number,
  done: number,
): StepPosition {
  const left = steps.slice(index).filter((step) => step.applies?.(state) ?? true).length;
  return { step: done + 1, total: done + left, canGoBack: done > 0 };
}
