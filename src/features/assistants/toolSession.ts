import * as vscode from 'vscode';
import { AssistantTools } from '../../assistant/assistantTools';
import type { AssistantHost, AssistantPlatform, TeamFile } from '../../assistant/host';
import { ToolRejection } from '../../assistant/tool';
import { mappingNames } from '../../code/newPath';
import type { AssistantAccess } from '../../shared/environment';
import { Masker } from '../../shared/privacy/masker';
import { assistantAccessOf } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import { readSettings } from '../../ui/settings/settings';
import type { AssistantDeps } from './assistantDeps';
import { confirmationOf } from './confirmation';
import { saveProposal } from './saveProposal';
import { teamGuidance } from './teamGuidance';
import type { AssistantReceipts } from './receipts';

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
    const cancelling = token.onCancellationRequested(() => controller.abort(new vscode.CancellationError()));
    const budget = tokenizationOptions?.tokenBudget;
    try {
      const text = await this.#tools.call(name, input, {
        signal: controller.signal,
        maxCharacters: budget === undefined ? undefined : budget * charactersPerToken,
      });
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    } finally {
      cancelling.dispose();
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
    const connection = platforms.all().find((one) => one.name === name);
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
    readFileText(vscode.Uri.joinPath(uri, file)),
  );
}

/** In the first folder that has one. Ignored in untrusted workspaces, because it changes queries. */
async function readTeamMapping(platform: string | undefined): Promise<TeamFile | undefined> {
  const { isTrusted, workspaceFolders = [] } = vscode.workspace;
  for (const { uri } of isTrusted ? workspaceFolders : []) {
    for (const name of mappingNames(platform)) {
      const text = await readFileText(vscode.Uri.joinPath(uri, name));
      if (text !== undefined) return { name, text };
    }
  }
  return undefined;
}

async function readFileText(file: vscode.Uri): Promise<string | undefined> {
  try {
    return Buffer.from(await vscode.workspace.fs.readFile(file)).toString('utf8');
  } catch {
    return undefined;
  }
}
