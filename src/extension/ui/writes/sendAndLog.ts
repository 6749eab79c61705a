import { ApiError, WritesLockedError } from '../../../core/api/errors';
import { t } from '../../../core/base/localize';
import { isCancellation } from '../prompts/canceled';
import { ExplainedError } from '../failures/failureText';
import type { Log } from '../log';
import type { Connection } from '../connections/connection';
import { curlOf } from '../../../core/api/operation';
import type { Operation } from '../../../core/api/operation';
import { isShownAs } from '../../../core/privacy/plainText';
import { connectionLabel } from '../connections/connection';
import type { Button, ConfirmQuestion, Prompts } from '../prompts/prompts';
import type { ReadOnlyDocuments } from '../documents/readOnlyDocuments';
import type { Settings } from '../settings/settingsValues';

/** A write was canceled after it was sent. It may have taken effect, so it is reported. */
export class CanceledInFlight extends ExplainedError {}

/** Sends a write. After a cancellation its outcome is unknown. */
export async function sendWrite<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isCancellation(error) || error instanceof WritesLockedError) throw error;
    const sentence = t('Canceled while the request was in progress. It may have taken effect.');
    throw new CanceledInFlight(sentence, { cause: error });
  }
}

/** Sends a write and logs its receipt: done, not done, or unknown. */
export async function sendAndLog<Result>(
  log: Pick<Log, 'info'>,
  receipt: Omit<Receipt, 'result'>,
  write: () => Promise<Result>,
  describeResult: (result: Result) => string = () => 'done',
): Promise<Result> {
  try {
    const result = await sendWrite(write);
    writeReceipt(log, { ...receipt, result: describeResult(result) });
    return result;
  } catch (error) {
    const outcome = isUnknownOutcome(error) ? 'unknown' : 'not done';
    writeReceipt(log, { ...receipt, result: `${outcome}: ${messageOf(error)}` });
    if (!(error instanceof CanceledInFlight)) throw error;
    const names = receipt.names.map((name) => `“${name}”`).join(', ');
    throw new CanceledInFlight(`${receipt.connection.name}: ${names}: ${error.message}`, { cause: error });
  }
}

/** Reads what a write has changed; undefined if that fails, because the write itself succeeded. */
export async function readAfterWrite<Result>(
  log: Pick<Log, 'warn'>,
  read: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await read();
  } catch (error) {
    log.warn(`The change was made, but its result could not be read: ${messageOf(error)}`);
    return undefined;
  }
}

/** Whether it is unknown if the failed write took effect. */
export function isUnknownOutcome(error: unknown): boolean {
  return error instanceof CanceledInFlight || (error instanceof ApiError && error.uncertain);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface Receipt {
  readonly connection: Connection;
  /** For example, `delete scheduled queries`. */
  readonly operation: string;
  /** The names of the affected objects. */
  readonly names: readonly string[];
  readonly result: string;
}

/** Logs a write: what was done, where, to which objects, and the result. In English, so that logs can be searched. */
export function writeReceipt(log: Pick<Log, 'info'>, receipt: Receipt): void {
  const { connection, operation, names, result } = receipt;
  const subjects = names.map((name) => JSON.stringify(name)).join(', ');
  log.info(`[change] ${connection.name} (${connection.environment}) ${operation}: ${subjects} -> ${result}`);
}

/** A document to view before deciding. */
export interface ConfirmationDetail {
  readonly label: string;
  readonly open: () => Promise<void>;
}

export interface ReviewQuestion<Value> extends ConfirmQuestion<Value> {
  readonly details: readonly ConfirmationDetail[];
  /** Whether something to read is open already, so that the question is at the top from the beginning. */
  readonly isDetailOpen?: boolean;
}

/**
 * Asks in a modal dialog. Once a detail is opened, the question moves to the top of the window, so that the
 * detail can be read and copied.
 */
export async function confirmWithDetails<Value>(
  prompts: Prompts,
  { message, detail, buttons, details, isDetailOpen = false }: ReviewQuestion<Value>,
): Promise<Value> {
  const responses: readonly Button<ResponseBody<Value>>[] = [
    ...buttons.map(({ label, value }) => ({ label, value: { value } })),
    ...details.map((detail) => ({ label: detail.label, value: { detail } })),
  ];
  const placeholder = (isDetailOpen ? detail : undefined) ?? t('Select what to do');
  const askAtTop = async (): Promise<ResponseBody<Value>> =>
    prompts.pick({ title: message, placeholder, choices: responses });
  let response = await (isDetailOpen ? askAtTop() : prompts.confirm({ message, detail, buttons: responses }));
  while ('detail' in response) {
    await response.detail.open();
    response = await askAtTop();
  }
  return response.value;
}

type ResponseBody<Value> = { readonly value: Value } | { readonly detail: ConfirmationDetail };

/** The exact requests that will be sent, with a placeholder for the key. */
export function requestDetail(
  documents: ReadOnlyDocuments,
  connection: Connection,
  operations: () => readonly Operation<unknown>[],
): ConfirmationDetail {
  return detailOf(documents, connection, () => {
    const requests = operations().map((operation) => curlOf(operation, connection));
    return [`# ${t('Requests: {0}. Nothing has been sent yet.', requests.length)}`, ...requests];
  });
}

/** The exact request of each button, if the buttons send different ones. */
export function choiceDetail(
  documents: ReadOnlyDocuments,
  connection: Connection,
  choices: readonly { readonly label: string; readonly operation: Operation<unknown> }[],
): ConfirmationDetail {
  return detailOf(documents, connection, () => [
    `# ${t('One of these requests is sent, depending on the button. Nothing has been sent yet.')}`,
    ...choices.map(({ label, operation }) => `# ${label}\n${curlOf(operation, connection)}`),
  ]);
}

function detailOf(
  documents: ReadOnlyDocuments,
  connection: Connection,
  requests: () => readonly string[],
): ConfirmationDetail {
  return {
    label: t('Show Request'),
    open: async () => {
      // Shell comments, which also keep the requests visible below the question at the top.
      const text = [
        `# ${connectionLabel(connection)}, ${connection.baseUrl}`,
        `# ${t('The API key is omitted. Set the variable LOGBENCH_API_KEY to your key.')}`,
        ...requests(),
      ].join('\n\n');
      // Each request has its own document, because an older one may still be open.
      const timestamp = new Date().toISOString();
      await documents.show([connection.name, 'requests', timestamp, 'request.sh'], `${text}\n`);
    },
  };
}

/** On production, the user must type the name of the connection; anywhere, the name of what is lost for good. */
export async function confirmByName(
  prompts: Prompts,
  connection: Connection,
  title: string,
  confirmation: Settings['confirmation'],
  lostName?: string,
): Promise<void> {
  if (confirmation !== 'typeName') return;
  if (lostName === undefined && connection.environment !== 'production') return;
  const name = lostName ?? connection.name;
  await prompts.input({
    title,
    prompt:
      lostName === undefined
        ? t('This is a production system. Type its name, {0}, to continue.', name)
        : t('This cannot be undone. Type {0} to continue.', name),
    placeholder: name,
    validate: (text) => (isShownAs(text, name) ? undefined : { problem: t('Type {0}.', name) }),
  });
}
