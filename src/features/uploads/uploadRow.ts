import { t } from '../../shared/localize';
import type { UploadStream } from '../../shared/wire/upload';
import type { Row, RowIcon } from '../../ui/explorerSection';
import { formatBytes } from '../../ui/format';
import { escapeMarkdown, fieldList } from '../../ui/markdown';
import type { UploadState } from './fileUpload';
import type { RunningUpload } from './runningUploads';
import { UploadItem } from './uploadItem';
import { progressText } from './uploadText';

export function ownRow(own: RunningUpload): Row {
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
    tooltip: () => `**${escapeMarkdown(fileName)}**\n\n${escapeMarkdown(description)}`,
    value: new UploadItem({ own }),
  };
}

/** The token stays out of sight: whoever has it, at the same address, can end the upload. */
export function otherRow(other: UploadStream): Row {
  const name = other.fileName ?? t('Upload without a name');
  const table = tableOf(other);
  const description = [
    t('{0} % · {1} of {2}', percentOf(other), formatBytes(other.uploadedSize), formatBytes(other.fileSize)),
    ...(table === undefined ? [] : [`→ ${table}`]),
    other.loginName,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
  return {
    id: other.token,
    label: name,
    description,
    icon: { name: 'cloud-upload' },
    contextValue: 'upload.other',
    accessibleLabel: `${name}, ${description}`,
    tooltip: () =>
      `**${escapeMarkdown(name)}**\n\n${fieldList([
        [t('User'), other.loginName],
        [t('Address'), other.remoteAddress],
        [t('Begun'), other.created],
        [t('Last bytes'), other.lastUpload],
      ])}`,
    value: new UploadItem({ other }),
  };
}

/** Where the local platform keeps it; others may not tell. */
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

function percentOf({ uploadedSize, fileSize }: UploadStream): number {
  return Number(fileSize) === 0 ? 100 : Math.floor((Number(uploadedSize) / Number(fileSize)) * 100);
}
