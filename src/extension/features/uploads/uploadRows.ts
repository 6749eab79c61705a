import { listUploads } from '../../../core/api/operations/uploads';
import type { PlatformClient } from '../../../core/api/client';
import { isMissingOperation, PermissionError } from '../../../core/api/errors';
import { t } from '../../../core/base/localize';
import { shownUser } from '../../../core/privacy/hiddenValues';
import { displayText } from '../../../core/privacy/masker';
import type { Page } from '../../../core/interface/listPage';
import type { MalformedRecord } from '../../../core/interface/records';
import type { UploadStream } from '../../../core/interface/upload';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { Row, RowIcon, RowPage } from '../../ui/explorer/explorerSection';
import { malformedRows } from '../../ui/explorer/malformedRow';
import { formatPlatformTime } from '../../ui/format/formatTimestamp';
import { fieldList, inMarkdown, paragraphs } from '../../ui/format/markdown';
import type { UploadState } from './fileUpload';
import type { RunningUpload, RunningUploads } from './runningUploads';
import type { UnfinishedUpload, UnfinishedUploads } from './unfinishedUploads';
import { amountText, progressText } from './uploadText';

/** The uploads of this window. */
export interface OwnUploads {
  readonly running: RunningUploads;
  readonly unfinished: UnfinishedUploads;
  readonly accountOf: Platforms['accountOf'];
}

export interface KnownUploads {
  /** False if the platform does not support the list. */
  readonly listed: boolean;
  /** The uploads of this window first, then those from before a reload, then all others on the platform. */
  readonly rows: readonly UploadRow[];
  readonly malformed: readonly MalformedRecord[];
}

export async function uploadRows(
  client: PlatformClient,
  connection: Connection,
  own: OwnUploads,
  signal: AbortSignal,
): Promise<RowPage> {
  const uploads = await knownUploads(client, connection, own, signal);
  const rows = [...uploads.rows, ...malformedRows(uploads.malformed)];
  return uploads.listed ? { total: rows.length, rows } : { total: undefined, rows: [...rows, unlistedRow()] };
}

export async function knownUploads(
  client: PlatformClient,
  connection: Connection,
  own: OwnUploads,
  signal?: AbortSignal,
): Promise<KnownUploads> {
  const streams = await listedStreams(client, signal);
  const page = typeof streams === 'string' ? undefined : streams;
  const running = own.running.of(connection);
  const here = new Set(running.map(({ upload }) => upload.token));
  const account = await own.accountOf(connection);
  const begun = own.unfinished.of(connection, account).filter(({ token }) => !here.has(token));
  const unfinished = begun.flatMap((upload) => {
    const stream = page?.items.find(({ token }) => token === upload.token);
    if (stream !== undefined) return [{ ...upload, sent: Number(stream.uploadedSize) }];
    if (page === undefined) return [upload];
    // An upload that the platform does not list has ended.
    own.unfinished.forget(upload.token);
    return [];
  });
  const tokens = new Set([...here, ...begun.map(({ token }) => token)]);
  const others = (page?.items ?? []).filter(({ token }) => !tokens.has(token));
  return {
    listed: streams !== 'missing',
    rows: [...running.map(ownRow), ...unfinished.map(unfinishedRow), ...others.map(otherRow)],
    malformed: page?.malformed ?? [],
  };
}

/**
 * The list requires the highest role, and some platforms do not support it: the window's own uploads are
 * always known.
 */
export async function listedStreams(
  client: PlatformClient,
  signal?: AbortSignal,
): Promise<Page<UploadStream> | 'missing' | 'forbidden'> {
  if (!(await client.mayHave('MASTER'))) return 'forbidden';
  try {
    return await client.send(listUploads(), signal);
  } catch (error) {
    if (error instanceof PermissionError) return 'forbidden';
    if (isMissingOperation(error)) return 'missing';
    throw error;
  }
}

export type UploadRow = Row & { readonly value: UploadItem };

export function ownRow(own: RunningUpload): UploadRow {
  const { upload } = own;
  const { fileName, tableName } = upload.request;
  const description = `${progressText(upload)} → ${tableName}`;
  return {
    id: own.id,
    label: fileName,
    description,
    icon: icons[upload.state.kind],
    contextValue: `upload.own.${upload.state.kind}`,
    accessibleLabel: `${fileName}, ${description}`,
    tooltip: () => inMarkdown`**${fileName}**\n\n${description}`,
    value: new UploadItem({ own }),
  };
}

/** Shown like an interrupted upload of this window, with the same actions. */
export function unfinishedRow(unfinished: UnfinishedUpload): UploadRow {
  const { token, request, sent } = unfinished;
  const { fileName, tableName, fileSize } = request;
  const amount = amountText(sent, fileSize);
  const description = `${t('interrupted at {0}', amount)} → ${tableName}`;
  return {
    id: token,
    label: fileName,
    description,
    icon: icons.interrupted,
    contextValue: 'upload.own.interrupted',
    accessibleLabel: `${fileName}, ${description}`,
    tooltip: () =>
      paragraphs([
        inMarkdown`**${fileName}**`,
        inMarkdown`${description}`,
        inMarkdown`${t('The window was closed during the upload. Resume it to continue where it stopped.')}`,
      ]),
    value: new UploadItem({ unfinished }),
  };
}

/** The row as an item of a quick pick. */
export function choiceOf({ label, description }: Row): {
  readonly label: string;
  readonly description: string | undefined;
} {
  return { label, description: displayText(description) };
}

/** The token is not shown: anyone who knows it can cancel the upload from the same address. */
export function otherRow(other: UploadStream): UploadRow {
  const name = other.fileName ?? t('Unnamed upload');
  const table = tableOf(other);
  const user = (): string | undefined => other.loginName && shownUser(other.loginName);
  const description = (): string =>
    [amountText(other.uploadedSize, other.fileSize), ...(table === undefined ? [] : [`→ ${table}`]), user()]
      .filter((part) => part !== undefined)
      .join(' · ');
  return {
    id: other.token,
    label: name,
    description,
    icon: { name: 'cloud-upload' },
    contextValue: 'upload.other',
    accessibleLabel: () => `${name}, ${description()}`,
    tooltip: () =>
      paragraphs([
        inMarkdown`**${name}**`,
        fieldList([
          [t('User'), user()],
          [t('Address'), other.remoteAddress],
          [t('Started'), formatPlatformTime(other.created)],
          [t('Last received'), formatPlatformTime(other.lastUpload)],
        ]),
      ]),
    value: new UploadItem({ other }),
  };
}

/** Shown below the uploads of this window, with the action that still works. */
export function unlistedRow(): Row {
  return {
    id: ':unlisted',
    label: t('This platform does not list uploads. Cancel one by token…'),
    icon: { name: 'info' },
    contextValue: 'note',
    command: 'logbench.upload.cancel',
    value: undefined,
  };
}

/** Where the local platform stores it; others may not have it. */
export function tableOf({ metadata }: UploadStream): string | undefined {
  const table = metadata['table_name'];
  return typeof table === 'string' ? table : undefined;
}

const icons: Readonly<Record<UploadState['kind'], RowIcon>> = {
  sending: { name: 'cloud-upload', color: 'charts.blue' },
  paused: { name: 'debug-pause' },
  waiting: { name: 'debug-disconnect', color: 'list.warningForeground' },
  interrupted: { name: 'warning', color: 'list.warningForeground' },
  loading: { name: 'database', color: 'charts.blue' },
  ended: { name: 'check' },
};

/** An upload of this window, one from before its reload, or any other on the platform. */
export type Upload =
  | { readonly own: RunningUpload }
  | { readonly unfinished: UnfinishedUpload }
  | { readonly other: UploadStream };

/** The value of an upload row. */
export class UploadItem {
  constructor(readonly upload: Upload) {}
}

export function uploadOf(value: unknown): Upload | undefined {
  return value instanceof UploadItem ? value.upload : undefined;
}
