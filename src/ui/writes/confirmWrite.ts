import { curlOf } from '../../api/curl';
import type { Operation } from '../../api/operation';
import { t } from '../../shared/localize';
import { readsTheSame } from '../../shared/plainText';
import type { Connection } from '../connections/connection';
import { connectionLabel } from '../connections/connection';
import type { Button, ConfirmQuestion, Prompts } from '../prompts/prompts';
import type { ReadOnlyDocuments } from '../documents/readOnlyDocuments';
import type { Settings } from '../settings/settingsValues';

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
      const text = [...requestHeading(connection), ...requests()].join('\n\n');
      // Each request has its own document, because an older one may still be open.
      const timestamp = new Date().toISOString();
      await documents.show([connection.name, 'requests', timestamp, 'request.sh'], `${text}\n`);
    },
  };
}

/** Shell comments. They also keep the requests visible below the question at the top. */
function requestHeading(connection: Connection): readonly string[] {
  return [
    `# ${connectionLabel(connection)}, ${connection.baseUrl}`,
    `# ${t('The API key is omitted. Set the variable LOGBENCH_API_KEY to your key.')}`,
  ];
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
    validate: (text) => (readsTheSame(text, name) ? undefined : { problem: t('Type {0}.', name) }),
  });
}
