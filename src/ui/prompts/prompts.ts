import type { Integer64 } from '../../shared/wire/integers';

/**
 * Every question the extension asks. A dismissed question rejects with `Cancelled`, a pressed back button
 * with `WentBack`, so that commands read straight down. Tests put scripted answers in its place.
 */
export interface Prompts {
  pick<Value>(question: PickQuestion<Value>): Promise<Value>;
  pickMany<Value>(question: PickManyQuestion<Value>): Promise<readonly Value[]>;
  /** Like `pick`, with choices that are looked up as the person types. */
  search<Value>(question: SearchQuestion<Value>): Promise<Value>;
  searchMany<Value>(question: SearchQuestion<Value>): Promise<readonly Value[]>;
  input(question: InputQuestion): Promise<string>;
  /** Like `input`, for a text of several lines. */
  editText(question: TextQuestion): Promise<string>;
  /** A modal question; answers with the value of the button that was pressed. */
  confirm<Value>(question: ConfirmQuestion<Value>): Promise<Value>;
  /** A notification. Undefined: it was closed, or had no buttons. */
  notify<Value>(notice: Notice<Value>): Promise<Value | undefined>;
  /** Paths of the file or folder to read, or of the file to write. */
  openFile(question: FileQuestion): Promise<string>;
  saveFile(question: FileQuestion): Promise<string>;
  /** The path of a folder. */
  openFolder(question: FolderQuestion): Promise<string>;
}

/** The position of a question in a flow. Created by `runSteps`; undefined for a single question. */
export interface Place {
  readonly step: number;
  readonly total: number;
  readonly canGoBack: boolean;
}

interface Question {
  /** Says what is being done and where, for example "Add Connection". */
  readonly title: string;
  readonly placeholder?: string | undefined;
  readonly place?: Place | undefined;
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
  /** Whether choosing nothing is an answer; otherwise it cancels. */
  readonly allowNone?: boolean | undefined;
}

export interface SearchQuestion<Value> extends Question {
  /** Asked when the person pauses; an older search is aborted. Failures are shown in the list. */
  readonly find: (text: string, signal: AbortSignal) => Promise<SearchResult<Value>>;
}

export interface SearchResult<Value> {
  readonly total: Integer64;
  readonly choices: readonly Choice<Value>[];
  /** How many of the choices match; by default all of them. */
  readonly matching?: number | undefined;
}

export interface InputQuestion extends Question {
  readonly prompt?: string | undefined;
  readonly value?: string | undefined;
  readonly password?: boolean | undefined;
  /** Runs at each key. */
  readonly validate?: ((text: string) => Validation) | undefined;
}

export interface TextQuestion extends Question {
  readonly value: string;
  readonly validate?: ((text: string) => Validation) | undefined;
}

/** Nothing to say; something to say that does not hinder; or the reason why this cannot be accepted. */
export type Validation = undefined | { readonly information: string } | { readonly problem: string };

export interface Button<Value> {
  readonly label: string;
  readonly value: Value;
  /** Also the result of closing the question, instead of Cancel. */
  readonly closes?: boolean | undefined;
}

export interface ConfirmQuestion<Value> {
  readonly message: string;
  readonly detail?: string | undefined;
  /** Cancel is there besides, unless one of them closes. */
  readonly buttons: readonly Button<Value>[];
}

export interface Notice<Value> {
  readonly severity: 'information' | 'warning' | 'error';
  readonly message: string;
  readonly buttons?: readonly Button<Value>[] | undefined;
}

export interface FolderQuestion {
  readonly title: string;
}

export interface FileQuestion {
  readonly title: string;
  /** Extensions by their name, as VS Code's dialogs take them. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  readonly defaultName?: string | undefined;
}
