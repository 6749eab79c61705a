import { compareNames } from '../../../core/base/compareNames';
import { readFile, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, tryParseJson } from '../../../core/base/json';
import { t } from '../../../core/base/localize';
import { defaultProduct } from '../../../core/interface/platformAddress';
import { connectionChangedText, ExplainedError } from '../../ui/failures/failureText';
import { entryOf, parseConnections } from '../../ui/settings/settingsValues';
import { originOf } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import { askConnection } from './connectionForm';
import type { ConnectionDraft } from './connectionForm';
import { readSettings, saveConnections } from '../../ui/settings/settings';
import type { Choice, Prompts } from '../../ui/prompts/prompts';
import type { ConnectionDeps } from './connectionDeps';
import { askKey, setApiKey, testConnection, useKey } from './keyActions';

const newConnection: ConnectionDraft = {
  name: '',
  baseUrl: '',
  product: defaultProduct,
  environment: 'production',
  readOnly: false,
};

export async function addConnection(deps: ConnectionDeps): Promise<void> {
  const title = t('Add Connection');
  const prompt = t('API key. It is stored in the system keychain. Leave it empty to set it later.');
  const draft = await askConnection(
    {
      title,
      initial: newConnection,
      taken: takenNames(deps),
      askKey: async (entered, position) =>
        askKey(deps, entered, { title, prompt, position, isOptional: true }),
    },
    deps.prompts,
  );
  requireFree(deps, draft.name);
  await saveConnections([draft.name, draft]);
  if (draft.apiKey === undefined || draft.apiKey.key === '') return;
  await useKey(deps, draft, draft.apiKey, undefined);
}

export async function editConnection(deps: ConnectionDeps, shown: Connection): Promise<void> {
  const { connections, prompts } = deps;
  const connection = asSet(deps, shown);
  const taken = takenNames(deps).filter((name) => name !== connection.name);
  const edited = await askConnection(
    { title: t('Edit Connection {0}', connection.name), initial: connection, taken },
    prompts,
  );
  requireUnchanged(deps, connection);
  if (edited.name !== connection.name) requireFree(deps, edited.name);
  await saveRenamed(deps, connection, edited);
  const hasKey = (await connections.readKey(edited)) !== undefined;
  await (hasKey ? testConnection(deps, edited) : setApiKey(deps, edited));
}

/** What shows a connection may be older than its settings. */
function asSet({ connections }: ConnectionDeps, shown: Connection): Connection {
  const connection = connections.all().find(({ name }) => name === shown.name);
  if (connection === undefined) throw new ExplainedError(connectionChangedText(shown));
  return connection;
}

/** Another window may have edited or removed the connection while a question was open. */
function requireUnchanged(deps: ConnectionDeps, initial: Connection): void {
  if (isDeepStrictEqual(asSet(deps, initial), initial)) return;
  throw new ExplainedError(t('The connection {0} was changed in the meantime. Try again.', initial.name));
}

/** Another window may have added a connection while a question was open. */
function requireFree(deps: ConnectionDeps, name: string): void {
  if (takenNames(deps).includes(name))
    throw new ExplainedError(t('A connection with this name already exists.'));
}

/** The key stays with the connection, but only for its origin. It is in both places for a moment, never in none. */
async function saveRenamed(
  { connections: { keys }, unusedKeys }: ConnectionDeps,
  connection: Connection,
  edited: Connection,
): Promise<void> {
  const isRenamed = edited.name !== connection.name && originOf(edited) === originOf(connection);
  const key = isRenamed ? await keys.stored(connection) : undefined;
  if (key === undefined) return saveConnections([connection.name, edited]);
  unusedKeys.ignore(connection);
  await keys.set(edited, key);
  await saveConnections([connection.name, edited]);
  await keys.forget(connection);
}

/** *Move to Group…*: an existing folder of the explorer, a new one, or none. */
export async function moveToGroup(deps: ConnectionDeps, shown: Connection): Promise<void> {
  const { prompts } = deps;
  const connection = asSet(deps, shown);
  const title = t('Move {0} to Group', connection.name);
  const groups = [...new Set(readSettings().connections.flatMap(({ group }) => group ?? []))].sort(
    compareNames,
  );
  const picked = await prompts.pick<string | undefined | null>({
    title,
    placeholder: t('Select a group'),
    choices: [
      ...groups.map((group) => ({
        label: group,
        icon: 'folder',
        picked: group === connection.group,
        value: group,
      })),
      { label: t('New group…'), icon: 'new-folder', value: null },
      ...(connection.group === undefined ? [] : [{ label: t('No Group'), icon: 'close', value: undefined }]),
    ],
  });
  const group = picked === null ? await askGroup(prompts, title) : picked;
  requireUnchanged(deps, connection);
  await saveConnections([connection.name, { ...connection, group }]);
}

async function askGroup(prompts: Prompts, title: string): Promise<string> {
  const typed = await prompts.input({
    title,
    prompt: t('Name of the group'),
    validate: (text) => (text.trim() === '' ? { problem: t('Enter a name.') } : undefined),
  });
  return typed.trim();
}

export async function removeConnection(deps: ConnectionDeps, shown: Connection): Promise<void> {
  const { connections, prompts } = deps;
  const connection = asSet(deps, shown);
  await prompts.confirm({
    message: t('Remove the connection {0}?', connection.name),
    detail: t('Its API key is also removed. Nothing changes on the platform.'),
    buttons: [{ label: t('Remove'), value: true }],
  });
  requireUnchanged(deps, connection);
  deps.unusedKeys.ignore(connection);
  await saveConnections([connection.name, undefined]);
  await connections.keys.forget(connection);
}

function takenNames({ connections }: ConnectionDeps): string[] {
  return connections.all().map(({ name }) => name);
}

const filters = { JSON: ['json'] };

/** Exports the connections to a file without keys, which can be shared. */
export async function exportConnections({ prompts }: ConnectionDeps): Promise<void> {
  const selected = await prompts.pickMany({
    title: t('Export Connections'),
    placeholder: t('Select the connections to export. API keys are never exported.'),
    choices: readSettings().connections.map((connection) => ({
      label: connection.name,
      detail: connection.baseUrl,
      picked: true,
      value: connection,
    })),
  });
  const text = `${JSON.stringify({ connections: selected.map(undecided).map(entryOf) }, undefined, 2)}\n`;
  await prompts.saveFile(
    { title: t('Export Connections'), filters, defaultName: 'logbench-connections.json' },
    async (file) => writeFile(file, text),
  );
}

/** Imports connections that the user selects from such a file, and shows which ones would be replaced. */
export async function importConnections({ connections, prompts }: ConnectionDeps): Promise<void> {
  const title = t('Import Connections');
  const file = await prompts.openFile({ title, filters });
  const exported = parseExport(await readFile(file, 'utf8'));
  const known = readSettings().connections;
  const selected = await prompts.pickMany({
    title,
    placeholder: t('Select the connections to import'),
    choices: exported.map((connection) => choiceOf(connection, known)),
  });
  for (const connection of selected) connections.keys.withhold(connection);
  await saveConnections(...selected.map((connection) => [connection.name, connection] as const));
  void prompts.notify({
    message: t('Connections imported: {0}. Set their API keys when you first use them.', selected.length),
  });
}

/** Throws if the file contains no valid connection. */
export function parseExport(text: string): readonly Connection[] {
  const { connections } = parseConnections(listIn(text));
  if (connections.length === 0) throw new ExplainedError(t('The file contains no valid connections.'));
  return connections.map(undecided);
}

/** Each person decides what assistants can access, not the author of the file. */
function undecided({ assistant: _decided, ...connection }: Connection): Connection {
  return connection;
}

function listIn(text: string): unknown {
  const document = tryParseJson(text);
  if (document === undefined) {
    throw new ExplainedError(
      t('The file is not JSON. Select a file that was created with Export Connections.'),
    );
  }
  return isJsonObject(document) && 'connections' in document ? document['connections'] : document;
}

function choiceOf(connection: Connection, known: readonly Connection[]): Choice<Connection> {
  const replaces = known.some(({ name }) => name === connection.name);
  return {
    label: connection.name,
    description: replaces ? t('replaces an existing connection') : undefined,
    detail: connection.baseUrl,
    picked: !replaces,
    value: connection,
  };
}
