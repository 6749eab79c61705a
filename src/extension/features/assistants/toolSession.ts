import * as vscode from 'vscode';
import { AssistantTools } from '../../../core/assistant/assistantTools';
import type {
  AssistantHost,
  AssistantPlatform,
  TeamFile,
  Proposal,
} from '../../../core/assistant/assistantHost';
import { ToolRejection } from '../../../core/assistant/tool';
import { mappingNames } from '../../../core/project/newPath';
import type { AssistantAccess } from '../../../core/base/environment';
import { Masker } from '../../../core/privacy/masker';
import { assistantAccessOf } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import { readOwnFileText } from '../../ui/files/fileLocation';
import { readSettings } from '../../ui/settings/settings';
import { confirmationOf } from './confirmation';
import { teamGuidance } from './teamGuidance';
import type { AssistantReceipts } from './receipts';
import { t } from '../../../core/base/localize';
import { ConnectionNode } from '../../ui/explorer/explorerSection';
import type { PlatformClient } from '../../../core/api/client';
import type { Redactor } from '../../../core/privacy/redact';
import type { FeatureDeps } from '../../ui/openUi';
import type { SaveProposal } from '../../ui/access';

/** A conservative estimate: about four characters in English, fewer in other languages. */
const charactersPerToken = 3;

/** The tools of one window, loaded when an assistant uses the first one. */
export class ToolSession {
  readonly #host: AssistantHost;
  readonly #tools: AssistantTools;

  constructor(deps: AssistantDeps, receipts: AssistantReceipts) {
    this.#host = buildHost(deps, receipts);
    this.#tools = new AssistantTools(this.#host);
  }

  async invoke(
    name: string,
    { input, tokenizationOptions }: vscode.LanguageModelToolInvocationOptions<object>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const controller = new AbortController();
    const cancellation = token.onCancellationRequested(() =>
      controller.abort(new vscode.CancellationError()),
    );
    const budget = tokenizationOptions?.tokenBudget;
    try {
      const text = await this.#tools.call(name, input, {
        signal: controller.signal,
        maxCharacters: budget === undefined ? undefined : budget * charactersPerToken,
      });
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    } finally {
      cancellation.dispose();
    }
  }

  /** The confirmation before the tool runs; undefined if none is required. */
  prepare(name: string, input: unknown): vscode.PreparedToolInvocation {
    const { progress: invocationMessage, question } = confirmationOf(name, input, this.#host);
    if (question === undefined) return { invocationMessage };
    const { title, message } = question;
    return {
      invocationMessage,
      confirmationMessages: { title, message: new vscode.MarkdownString(message.source) },
    };
  }
}

function buildHost(deps: AssistantDeps, receipts: AssistantReceipts): AssistantHost {
  const { platforms, redactor } = deps;
  const connectionOf = ({ name }: AssistantPlatform): Connection => {
    const connection = platforms.all().find((candidate) => candidate.name === name);
    if (connection === undefined) throw new ToolRejection(`The connection ${name} no longer exists.`);
    return connection;
  };
  return {
    masker: new Masker({
      get columns() {
        return readSettings().privacyColumns;
      },
    }),
    redactor,
    get maskedColumns() {
      return readSettings().privacyColumns;
    },
    platforms: () => platforms.all().map(platformOf),
    clientFor: async (platform) => deps.clientFor(connectionOf(platform)),
    guidance: readTeamGuidance,
    sigmaMapping: readTeamMapping,
    propose: async (proposal) => saveProposal(deps, connectionOf(proposal.platform), proposal),
    howToAllow,
    note: (receipt) => receipts.note(receipt),
  };
}

function platformOf(connection: Connection): AssistantPlatform {
  const { name, environment, baseUrl, found } = connection;
  const access = found === true ? readSettings().assistantLocalPlatform : assistantAccessOf(connection);
  return { name, environment, access, baseUrl: access === 'read' ? baseUrl : undefined };
}

function howToAllow({ name, environment }: AssistantPlatform, access: AssistantAccess): string {
  const own = environment === 'local' ? `"logbench.assistant.localPlatform": "${access}", or ` : '';
  return `The user can allow it with the command "Logbench: Edit Connection…", or in the user settings: ${own}"assistant": "${access}" in the entry "${name}" of "logbench.connections".`;
}

async function readTeamGuidance(): Promise<string | undefined> {
  const { isTrusted, workspaceFolders = [] } = vscode.workspace;
  return teamGuidance(isTrusted, workspaceFolders, async ({ uri }, file) =>
    readOwnFileText(vscode.Uri.joinPath(uri, file)),
  );
}

/** In the first folder that has one. Ignored in untrusted workspaces, because it changes queries. */
async function readTeamMapping(platform: string | undefined): Promise<TeamFile | undefined> {
  const { isTrusted, workspaceFolders = [] } = vscode.workspace;
  for (const { uri } of isTrusted ? workspaceFolders : []) {
    for (const name of mappingNames(platform)) {
      const text = await readOwnFileText(vscode.Uri.joinPath(uri, name));
      if (text !== undefined) return { name, text };
    }
  }
  return undefined;
}

/** Saves the proposal of an assistant and notifies the user. Sends nothing. */
export async function saveProposal(
  deps: AssistantDeps,
  connection: Connection,
  proposal: Proposal,
): Promise<string> {
  return proposal.current === undefined
    ? proposeNew(deps, connection, proposal)
    : proposeChange(deps, connection, proposal.current, proposal);
}

async function proposeChange(
  { ui, saveProposal: saveDraft }: AssistantDeps,
  connection: Connection,
  current: NonNullable<Proposal['current']>,
  { query, reason }: Proposal,
): Promise<string> {
  const uri = await saveDraft(connection, current, query);
  if (uri === undefined) {
    throw new ToolRejection(
      `No draft was created: "${current.name}" already has a draft of the user, which is not overwritten.`,
    );
  }
  actOnResponse(
    ui.prompts.notify({
      message: t(
        'An assistant proposes a change to “{0}” on {1}: {2}',
        current.name,
        connection.name,
        reason,
      ),
      buttons: [{ label: t('Compare with Platform'), value: uri }],
    }),
    async (selected) => vscode.commands.executeCommand('logbench.scheduledQuery.compare', selected),
  );
  return `The draft of "${current.name}" on ${connection.name} is ready in VS Code. The user compares it with "Logbench: Compare with Platform" and publishes it, or discards it.`;
}

async function proposeNew(
  { ui, fillForm }: AssistantDeps,
  connection: Connection,
  { name, query, cronSchedule, description, reason }: Proposal,
): Promise<string> {
  fillForm(connection, { name, query, cronSchedule, description });
  // An untitled document, which the user can edit and run, and which hot exit keeps.
  const content = `# ${reason.replace(/[|[\]"\s]+/g, ' ')}\n| ${query}`;
  const document = await vscode.workspace.openTextDocument({ language: 'logbench-query', content });
  await vscode.window.showTextDocument(document, { preview: false, preserveFocus: true });
  actOnResponse(
    ui.prompts.notify({
      message: t(
        'An assistant proposes a new scheduled query “{0}” for {1}: {2}',
        name,
        connection.name,
        reason,
      ),
      buttons: [{ label: t('Review…'), value: true }],
    }),
    async () =>
      vscode.commands.executeCommand('logbench.scheduledQuery.create', new ConnectionNode(connection)),
  );
  return `The text of "${name}" is open in VS Code, and the form of "Logbench: New Scheduled Query…" for ${connection.name} is filled in with it. The user reviews it and creates the query.`;
}

/** Not awaited, so that the assistant continues while the message is open. */
function actOnResponse<Value>(
  asking: Promise<Value | undefined>,
  act: (value: Value) => PromiseLike<unknown>,
): void {
  void asking.then((selected) => (selected === undefined ? undefined : act(selected)));
}

/** The dependencies of the tools for assistants; other features provide drafts and forms. */
export interface AssistantDeps extends FeatureDeps {
  readonly redactor: Redactor;
  /** A client whose requests identify the assistant and only read. */
  readonly clientFor: (connection: Connection) => Promise<PlatformClient>;
  readonly saveProposal: SaveProposal;
  /** Fills in the form for a new query, which the user checks and submits. */
  readonly fillForm: (
    connection: Connection,
    fields: Pick<Proposal, 'name' | 'query' | 'cronSchedule' | 'description'>,
  ) => void;
}
