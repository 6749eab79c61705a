import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import * as vscode from 'vscode';
import type { PlatformClient } from '../../../core/api/client';
import { listRules } from '../../../core/api/operations/rules';
import { listScheduledQueries } from '../../../core/api/operations/scheduledQueries';
import { listTables } from '../../../core/api/operations/tables';
import { t } from '../../../core/base/localize';
import { shownText } from '../../../core/privacy/hiddenValues';
import type { Redactor } from '../../../core/privacy/redact';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { RecentRequests } from '../../ui/connections/recentRequests';
import type { OpenUi } from '../../ui/openUi';
import { withProgress } from '../../ui/prompts/progress';
import { settingValues } from '../../ui/settings/settingValues.generated';
import { diagnosticsText } from './diagnosticsText';
import type { ConnectionDiagnostics, Probe } from './diagnosticsText';
import { withTexts, withoutNames } from './replaceNames';

const fileTitle = 'logbench-diagnostics.md';

export interface DiagnosticsDeps {
  readonly platforms: Platforms;
  readonly readKey: (connection: Connection) => Promise<string | undefined>;
  readonly requests: RecentRequests;
}

/** Collects, shows, and saves if the user selects that. */
export async function collectDiagnostics(
  { ui, redactor }: OpenUi,
  deps: DiagnosticsDeps,
  extension: vscode.Extension<unknown>,
): Promise<void> {
  const title = t('Collect Diagnostics');
  const masks = await ui.prompts.pick({
    title,
    placeholder: t('Select whether the names of your platforms are included'),
    choices: [
      { label: t('Replace Hosts and Connection Names'), detail: t('For a public bug report'), value: true },
      {
        label: t('Include Hosts and Connection Names'),
        detail: t('For your own team'),
        value: false,
      },
    ],
  });
  const connections = deps.platforms.all();
  const collected = await withProgress(t('Collecting diagnostics…'), async (signal) =>
    Promise.all(connections.map(async (connection) => describe(deps, connection, signal))),
  );
  const diagnostics = {
    collected: new Date(),
    versions: versionsOf(extension),
    settings: settingsOf(redactor),
    connections: collected,
    requests: deps.requests.all(),
  };
  const shown = masks ? withoutNames(diagnostics, connections) : diagnostics;
  // Before it becomes Markdown, in which a key may be spelled in another way.
  const clean = diagnosticsText(withTexts(shown, (text) => redactor.clean(text)));
  const save = async (): Promise<void> => {
    const question = { title, filters: { Markdown: ['md'] }, defaultName: fileTitle };
    const { location: file } = await ui.prompts.saveFile(question, async (path) =>
      writeFile(path, shownText(clean)),
    );
    void ui.prompts.notify({ message: t('The diagnostics were saved to {0}.', file), file });
  };
  await ui.documents.show([t('Diagnostics'), fileTitle], clean, [{ label: t('Save As…'), run: save }]);
}

function versionsOf({ packageJSON }: vscode.Extension<unknown>): readonly (readonly [string, string])[] {
  const { version } = Object(packageJSON) as { readonly version?: unknown };
  const { remoteName = 'no', uiKind, language } = vscode.env;
  return [
    ['Logbench', String(version)],
    ['VS Code', `${vscode.version} (${vscode.env.appName})`],
    ['In a browser', uiKind === vscode.UIKind.Web ? 'yes' : 'no'],
    ['Remote', remoteName],
    ['Language', language],
    ['System', `${os.type()} ${os.release()} ${os.arch()}`],
    ['Node.js', process.versions.node],
  ];
}

/** Of the user alone, as the extension reads them. */
function settingsOf(redactor: Redactor): Readonly<Record<string, unknown>> {
  const configuration = vscode.workspace.getConfiguration('logbench');
  const sections = ['connections', 'privacy.columns', ...Object.keys(settingValues)];
  const set = sections.flatMap((section) => {
    const value: unknown = configuration.inspect(section)?.globalValue;
    return value === undefined ? [] : [[`logbench.${section}`, redactor.cleanJson(value)] as const];
  });
  return Object.fromEntries(set);
}

async function describe(
  { platforms, readKey }: DiagnosticsDeps,
  connection: Connection,
  signal: AbortSignal,
): Promise<ConnectionDiagnostics> {
  const { name, baseUrl, environment } = connection;
  const hasKey = (await readKey(connection)) !== undefined;
  return {
    ...{ name, baseUrl, environment, hasKey },
    locked: platforms.isLocked(connection),
    probes: hasKey ? await probe(await platforms.clientFor(connection), signal) : [],
  };
}

/** Small reads, one after another, so that a slow platform is not burdened. */
async function probe(client: PlatformClient, signal: AbortSignal): Promise<readonly Probe[]> {
  const probes: Probe[] = [];
  const one = { limit: 1 };
  const reads = [
    ['tables', async () => client.send(listTables(one), signal)],
    ['scheduled queries', async () => client.send(listScheduledQueries(one), signal)],
    ['batch rules', async () => client.send(listRules('batch', one), signal)],
    ['stream rules', async () => client.send(listRules('stream', one), signal)],
  ] as const;
  for (const [name, read] of reads) {
    const started = performance.now();
    const outcome = await read().then(
      ({ total }) => `ok, ${total} in all`,
      (error: unknown) => String(error),
    );
    signal.throwIfAborted();
    probes.push({ name, milliseconds: Math.round(performance.now() - started), outcome });
  }
  return probes;
}
